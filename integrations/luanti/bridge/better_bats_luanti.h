/*
 * better_bats_luanti.h - what the mod calls in libbetter_bats_luanti.so, version 1. C11, depends on nothing.
 * SPDX-License-Identifier: MIT
 *
 * Everything is pushed: the mod tells about its world and asks for velocities, and the bridge never calls into Lua,
 * since a callback from a loop that LuaJIT has compiled aborts the whole server («bad callback»). For the same reason
 * log lines wait in a queue until they are fetched.
 *
 * Units      as Luanti has them: lengths in nodes, velocities in nodes/s, x east, y up, z north. Node i fills
 *            [i - 0.5, i + 0.5); the bridge adds the half node, and 1 node/s = 1/20 block/tick.
 * Map blocks 16 x 16 x 16 nodes; block (0, 0, 0) begins at node (0, 0, 0). A node's index in one is
 *            x + 16 * y + 256 * z, the order of VoxelManip:get_data() counted from 0.
 * Threads    one bridge belongs to one thread, the server's. Bridges share nothing.
 * Ownership  the caller's memory is read or written until the call returns, never kept.
 * Errors     a better_bats_luanti_status; outputs are untouched unless it is OK. Nothing is thrown. A bridge may be
 *            null nowhere but in destroy.
 *
 * The mod reads the declarations between the two marks below at start-up, so they exist once: plain C without
 * preprocessor lines, as ffi.cdef takes it.
 */
#ifndef BETTER_BATS_LUANTI_H
#define BETTER_BATS_LUANTI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- ffi.cdef begins here ---- */

/* Compared by the mod with better_bats_luanti_version() before it calls anything else. */
enum { BETTER_BATS_LUANTI_VERSION = 1 };

typedef enum better_bats_luanti_status {
  BETTER_BATS_LUANTI_OK = 0,
  BETTER_BATS_LUANTI_INVALID_ARGUMENT = 1, /* a null pointer, a count that is too high */
  BETTER_BATS_LUANTI_FAILED = 2            /* the plugin failed; a log line says why */
} better_bats_luanti_status;

/* One node of a map block, a sum of: */
enum {
  BETTER_BATS_LUANTI_SOLID = 1,   /* bats collide with it: walkable */
  BETTER_BATS_LUANTI_FLUID = 2,   /* a liquid */
  BETTER_BATS_LUANTI_PRESENT = 4, /* not air: counts for the surface height */
  BETTER_BATS_LUANTI_UNKNOWN = 8, /* `ignore`: reads as a column that is not loaded */
  BETTER_BATS_LUANTI_SUNLIT = 16  /* daylight 15 of 15; only the block's highest layer is asked about */
};

typedef struct better_bats_luanti better_bats_luanti;

typedef struct better_bats_luanti_read {
  int32_t x, y, z; /* the number of a map block on each axis */
  uint32_t light;  /* 0: BETTER_BATS_LUANTI_SUNLIT does not matter in this block, since one above it is known */
} better_bats_luanti_read;

/* A bat or a predator. `x`, `y`, `z` is the bottom centre of its collision box. 64 bytes. */
typedef struct better_bats_luanti_entity {
  uint64_t id; /* unique among the living of its kind, the same as long as it lives. [Limit: below 2^63] */
  double x, y, z;
  double vx, vy, vz; /* of bats: written by tick, rounded to float32 as Luanti stores them */
  uint32_t flying;   /* 0: a bat that rests and is nobody's neighbour. Means nothing for predators */
  uint32_t reserved;
} better_bats_luanti_entity;

uint32_t better_bats_luanti_version(void);

/*
 * Loads the plugin from its file into a bridge of its own. `config` and `rules` are the plugin's JSON files ("" for
 * none), `seed` the map's seed in decimal, and beyond `limit` nodes from the origin the world ends on every axis.
 * Null on failure: `error` then has one line that names the file and the reason, cut to `error_size` bytes with its 0.
 */
better_bats_luanti* better_bats_luanti_create(const char* plugin, const char* config, const char* rules,
                                              const char* seed, double limit, char* error, uint32_t error_size);
void better_bats_luanti_destroy(better_bats_luanti* bridge);

/*
 * What the map has in a block: BETTER_BATS_LUANTI_* of its 4096 nodes. Bats fly into blocks that are known and active,
 * and turn round before others. Of the highest known block of a stack the light says whether there is more above it.
 */
better_bats_luanti_status better_bats_luanti_put_block(better_bats_luanti* bridge, int32_t x, int32_t y, int32_t z,
                                                       const uint8_t* nodes, uint32_t active);

/* The block is not in memory. It will be asked for again after a second, as long as bats are near. */
better_bats_luanti_status better_bats_luanti_drop_block(better_bats_luanti* bridge, int32_t x, int32_t y, int32_t z);

/* Something changed in the block: if it is known, it is read again next. For hooks that know what players do. */
better_bats_luanti_status better_bats_luanti_changed(better_bats_luanti* bridge, int32_t x, int32_t y, int32_t z);

/*
 * The blocks to read next, written to `reads`: first those near the bats of the last tick that are missing, the
 * nearest first, then changed ones, then, at most `refresh` of them, known ones whose reading is the oldest. At most
 * `capacity`; returns how many. Each is to be answered by put_block or drop_block. Called once after each tick; blocks
 * that no bat was near for a minute are forgotten here.
 */
uint32_t better_bats_luanti_next_reads(better_bats_luanti* bridge, better_bats_luanti_read* reads, uint32_t capacity,
                                       uint32_t refresh);

/* How many blocks are known. */
uint32_t better_bats_luanti_known_blocks(const better_bats_luanti* bridge);

/*
 * Flies all bats of the world for `ticks` twentieths of a second, as of now: writes the velocities that they have
 * after it. With more than one tick they are moved by their velocities between. A bat in an unknown block keeps its
 * velocity. `time_of_day` is Luanti's: 0 and 1 are midnight. [Limit: ticks 1..10, both counts <= 2^20]
 */
better_bats_luanti_status better_bats_luanti_tick(better_bats_luanti* bridge, double time_of_day, uint32_t ticks,
                                                  better_bats_luanti_entity* bats, uint32_t bat_count,
                                                  const better_bats_luanti_entity* predators, uint32_t predator_count);

/* The flock of a bat after the last tick, 0 for none, and its number of members (1 without a flock). */
uint32_t better_bats_luanti_flock(const better_bats_luanti* bridge, uint64_t id, uint32_t* size);

/* The rule better-bats:bat_flight: 0 while the bats are to be left alone, which tick does then. */
uint32_t better_bats_luanti_flies(better_bats_luanti* bridge);

/*
 * Carries out a command without its slash: `gamerule ...`, `better-bats ...`. `level` as in Minecraft: 2 for an
 * operator, 4 for the console. Returns 1 when it succeeded; `reply` has what it answered, or why it failed, lines ended
 * by \n between them, cut to `size` bytes with its 0.
 */
uint32_t better_bats_luanti_execute(better_bats_luanti* bridge, const char* line, uint32_t level, char* reply,
                                    uint32_t size);

/* Fetches the oldest log line that waits, with its level (0 debug, 1 info, 2 warning, 3 error). Returns 0: none. */
uint32_t better_bats_luanti_next_log(better_bats_luanti* bridge, uint32_t* level, char* line, uint32_t size);

/* ---- ffi.cdef ends here ---- */

#ifdef __cplusplus
}
#endif

#endif
