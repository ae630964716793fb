/*
 * better_bats/abi.h - the boundary between a voxel server and the plugin, version 1. C11, depends on nothing.
 * SPDX-License-Identifier: MIT
 *
 * C++ servers use the wrapper (plugin.hpp, world.hpp, bat_flight_helper.hpp, game_rules.hpp) and never see this file.
 *
 * Units      lengths in blocks, time in ticks (20 a second), velocities in blocks/tick.
 * Axes       x east, y up, z south. Block (i, j, k) fills [i, i+1) x [j, j+1) x [k, k+1).
 * Ownership  whoever allocates frees. Pointers that a call receives are borrowed until it returns, unless said
 * otherwise. Threads    a session belongs to the host's tick thread: calls into one session never overlap. Sessions
 * share nothing, so different sessions may run on different threads at once. Errors     every function returns a
 * better_bats_status and leaves its outputs untouched unless it is BETTER_BATS_OK. Nothing throws, and a host callback
 * must not throw either. Growth     what stands here is frozen. New functions come as new extensions, found by id.
 */
#ifndef BETTER_BATS_ABI_H
#define BETTER_BATS_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Compared by the host before it calls anything. */
#define BETTER_BATS_ABI_VERSION 1u

/* The name of the one symbol that the library exports: `const better_bats_entry_table better_bats_entry`. */
#define BETTER_BATS_ENTRY_SYMBOL "better_bats_entry"

typedef int32_t better_bats_status;
enum {
  BETTER_BATS_OK = 0,
  BETTER_BATS_INVALID_ARGUMENT = 1, /* a null pointer, an impossible size, a value that is not finite */
  BETTER_BATS_NOT_FOUND = 2,        /* no rule, entity or extension of that name */
  BETTER_BATS_OUT_OF_RANGE = 3,     /* a value outside its range; nothing was changed */
  BETTER_BATS_HOST_FAILED = 4,      /* a callback of the host failed */
  BETTER_BATS_NO_MEMORY = 5,
  BETTER_BATS_BUSY = 6,           /* called from inside a callback of the same session */
  BETTER_BATS_NOT_STORED = 7,     /* a file could not be read or written; memory and file still agree */
  BETTER_BATS_COMMAND_FAILED = 8, /* the reply says why */
  BETTER_BATS_UNSUPPORTED = 9,    /* a host callback has no answer of its own: use the default */
  BETTER_BATS_INTERNAL = 10       /* a fault of the plugin's own, logged */
};

typedef struct better_bats_vec3 {
  double x, y, z;
} better_bats_vec3;

typedef struct better_bats_block_pos {
  int32_t x, y, z;
} better_bats_block_pos;

/* A closed box. A component may be infinite. */
typedef struct better_bats_box {
  better_bats_vec3 min, max;
} better_bats_box;

/* Text leaves through a sink: called any number of times with pieces of UTF-8, not NUL-terminated. */
typedef struct better_bats_text_sink {
  void* context;
  void (*write)(void* context, const char* text, uint64_t size);
} better_bats_text_sink;

/* ---- what a host tells about its world -------------------------------------------------------------------------- */

enum {
  BETTER_BATS_ENTITY_ALIVE = 1u,
  /* flies under the plugin's control: not resting, ridden, leashed or without AI. Means something for bats only. */
  BETTER_BATS_ENTITY_FLYING = 2u
};

/* An entity, and so a bat. `position` is the bottom centre of its box. 64 bytes. */
typedef struct better_bats_entity {
  uint64_t id;    /* unique among the living, stable while the entity is loaded */
  uint32_t kind;  /* as the host's entity_kind() numbers it */
  uint32_t flags; /* BETTER_BATS_ENTITY_*; unknown bits are ignored */
  better_bats_vec3 position;
  better_bats_vec3 velocity; /* the plugin writes this field of bats, and nothing else ever */
} better_bats_entity;

/* The heightmap of one column (WORLD_SURFACE: fluids, leaves and glass count). */
typedef struct better_bats_surface {
  uint8_t loaded;      /* 0: the column is not loaded; the other fields mean nothing */
  uint8_t has_surface; /* 0: the column has no block at all */
  uint16_t reserved;
  int32_t height; /* y + 1 of the highest block that is not air */
} better_bats_surface;

/* Bit i tells about the block at y_low + i. An unloaded column reads as air: both masks 0. */
typedef struct better_bats_block_run {
  uint64_t solid; /* the collision shape is not empty */
  uint64_t fluid; /* the fluid state is not empty */
} better_bats_block_run;

enum { BETTER_BATS_WANT_SURFACE = 1u, BETTER_BATS_WANT_BLOCKS = 2u, BETTER_BATS_WANT_SKY = 4u };

/* One question of the bulk query: a block and the run of its column from y - down to y + up. */
typedef struct better_bats_probe {
  int32_t x, y, z;
  uint8_t down, up; /* [Limit: down + up <= 63] */
  uint8_t wants;    /* BETTER_BATS_WANT_*: what is not wanted need not be answered */
  uint8_t reserved;
} better_bats_probe;

typedef struct better_bats_probe_result {
  uint64_t solid, fluid; /* WANT_BLOCKS: bit i is the block at y - down + i */
  int32_t surface;       /* WANT_SURFACE: as better_bats_surface.height */
  uint8_t loaded;        /* WANT_SURFACE */
  uint8_t has_surface;   /* WANT_SURFACE */
  uint8_t sees_sky;      /* WANT_SKY: whether block (x, y, z) sees the sky; not read where `loaded` is 0: it does */
  uint8_t reserved;
} better_bats_probe_result;

/*
 * Where the world ends. An axis without bounds has -infinity and +infinity. `period` is 0 on an axis that is not
 * periodic; on a periodic one positions lie in [0, period). y is never periodic. [Limit: period 0 or 1..1e9]
 */
typedef struct better_bats_bounds {
  better_bats_vec3 min, max;
  better_bats_vec3 period;
} better_bats_bounds;

typedef void (*better_bats_entity_visitor)(void* visitor, const better_bats_entity* entities, uint64_t count);

/*
 * The world. All functions answer about this moment, load nothing, and take time in proportion to what is asked. Called
 * on the thread that called the plugin; surface, blocks, sees_sky and probe also on the host's worker threads if the
 * host has a parallel_for and says BETTER_BATS_CONCURRENT_READS. Any status but OK and UNSUPPORTED means «no answer
 * now». A function marked (optional) may be null or answer BETTER_BATS_UNSUPPORTED: the plugin then uses its default.
 */
typedef struct better_bats_world {
  uint32_t struct_size; /* sizeof(better_bats_world) */
  uint32_t reserved;
  void* context;
  /* A counter of ticks that never jumps and never goes back. A new value means a new snapshot. */
  better_bats_status (*game_time)(void* context, int64_t* ticks);
  /* The clock that commands set; any 64-bit value. */
  better_bats_status (*day_time)(void* context, int64_t* ticks);
  better_bats_status (*seed)(void* context, int64_t* seed);
  better_bats_status (*bounds)(void* context, better_bats_bounds* bounds);
  /* (optional) Default: 12542 <= day time mod 24000 <= 23459. */
  better_bats_status (*is_night)(void* context, uint8_t* night);
  /* The number of an entity kind, for its id ("minecraft:bat"). NOT_FOUND where the world has no such kind. */
  better_bats_status (*entity_kind)(void* context, const char* id, uint32_t* kind);
  better_bats_status (*surface)(void* context, int32_t x, int32_t z, better_bats_surface* surface);
  /* The blocks (x, y_low .. y_low + count - 1, z). [Limit: count 1..64] */
  better_bats_status (*blocks)(void* context, better_bats_block_pos low, uint32_t count, better_bats_block_run* run);
  /* (optional) Default: y >= the surface of the column, or a column without a surface. */
  better_bats_status (*sees_sky)(void* context, better_bats_block_pos block, uint8_t* sees);
  /* (optional) Many questions in one call, the hot path of a large world. Default: made of the functions above. */
  better_bats_status (*probe)(void* context, const better_bats_probe* probes, uint64_t count,
                              better_bats_probe_result* results);
  /* Every loaded entity of these kinds whose position lies in the box, each once, in any order and any number of
   * batches. On a periodic axis the box is never one across the seam: it is infinite there, so compare positions as
   * they are. */
  better_bats_status (*scan_entities)(void* context, const better_bats_box* box, const uint32_t* kinds,
                                      uint32_t kind_count, better_bats_entity_visitor visit, void* visitor);
} better_bats_world;

/* ---- what a host offers to the plugin --------------------------------------------------------------------------- */

enum { BETTER_BATS_LOG_DEBUG = 0, BETTER_BATS_LOG_INFO = 1, BETTER_BATS_LOG_WARNING = 2, BETTER_BATS_LOG_ERROR = 3 };

enum { BETTER_BATS_CONCURRENT_READS = 1u };

/* One piece of a parallel loop: the indices [begin, end). May be called on any thread, pieces in any order. */
typedef void (*better_bats_loop_body)(void* loop, uint64_t begin, uint64_t end);

/* What `better-bats spawn` asks of the host. */
typedef struct better_bats_spawn {
  uint64_t count;
  int64_t seed;
  double speed;   /* of each bat, blocks/tick, in a uniform direction */
  uint8_t planar; /* 1: one plane, no vertical velocity */
  uint8_t reserved[7];
} better_bats_spawn;

typedef struct better_bats_host {
  uint32_t struct_size; /* sizeof(better_bats_host) */
  uint32_t flags;       /* BETTER_BATS_CONCURRENT_READS */
  void* context;
  const better_bats_world* world; /* must outlive the session */
  /* (optional) One line without its end, UTF-8. Called on the thread that called the plugin. */
  void (*log)(void* context, int32_t level, const char* line);
  /* (optional) Runs body over [0, count) in pieces of at least `grain` indices, and returns when all are done. */
  better_bats_status (*parallel_for)(void* context, uint64_t count, uint64_t grain, better_bats_loop_body body,
                                     void* loop);
  /* (optional) Puts bats into the loaded world, deterministically for a seed. `spawned` receives their number. */
  better_bats_status (*spawn_bats)(void* context, const better_bats_spawn* spawn, uint64_t* spawned);
  const char* plugin_path; /* (optional) the file that this library was loaded from, for `better-bats status` */
  const char* config_path; /* (optional) the plugin's JSON config, read at creation and by `better-bats reload` */
  const char* rules_path;  /* (optional) where the plugin keeps the gamerules; null: the host keeps them, see rules/1 */
} better_bats_host;

/* ---- the plugin ---------------------------------------------------------------------------------------------------
 */

/* One world's bats. Created and destroyed by the entry table; uses the host table (which it copies) until destroyed. */
typedef struct better_bats_session better_bats_session;

/*
 * The library's one exported symbol. Its first two fields are compared before any function is called: abi_version with
 * BETTER_BATS_ABI_VERSION, struct_size with sizeof(better_bats_entry_table).
 */
typedef struct better_bats_entry_table {
  uint32_t abi_version;
  uint32_t struct_size;
  const char* version; /* of the library, for people: "1.2.3" */
  /* On failure `error` receives one line that says why, and *session is untouched. */
  better_bats_status (*create)(const better_bats_host* host, const better_bats_text_sink* error,
                               better_bats_session** session);
  /* Null is allowed. From inside a callback of this session: it ends when the call that is under way returns, which
   * then uses the host's tables for the last time. */
  void (*destroy)(better_bats_session* session);
  /* The function table of an extension, or null where this library has none of that id. Lives as long as the library.
   */
  const void* (*extension)(const char* id);
} better_bats_entry_table;

/* ---- better_bats.flight/1 -----------------------------------------------------------------------------------------
 */
#define BETTER_BATS_FLIGHT_1 "better_bats.flight/1"

typedef struct better_bats_startle {
  better_bats_vec3 position;
  double radius;  /* [Limit: 0..1024] */
  double force;   /* [Limit: 0..64] */
  uint64_t ticks; /* for so many snapshots, from the next one on */
} better_bats_startle;

typedef struct better_bats_flight_1 {
  /*
   * Both write each active bat's velocity for this tick, from one snapshot per game time. The first call of a new game
   * time takes it: the first form by one scan_entities over the loaded bats, the second from the bats it is given,
   * which are all bats of the tick. Every later call of that game time, of either form, reads the same snapshot,
   * whatever the host has moved since. A bat that is not in it flies without a flock and joins in the next tick.
   * HOST_FAILED: a bat could not be asked about. It kept its velocity, all others have their new ones.
   * [Limit: count <= 2^31 - 1]
   */
  better_bats_status (*apply_flight_forces)(better_bats_session* session, better_bats_entity* bat);
  better_bats_status (*apply_flight_forces_all)(better_bats_session* session, better_bats_entity* bats, uint64_t count);
  /* A point that scares bats: a loud noise, a dragged pointer. */
  better_bats_status (*startle)(better_bats_session* session, const better_bats_startle* startle);
  /* Forgets snapshot, flocks and startles, as for a new world; flock ids begin at 1 again. Rules and parameters stay.
   */
  better_bats_status (*reset)(better_bats_session* session);
} better_bats_flight_1;

/* ---- better_bats.rules/1 ------------------------------------------------------------------------------------------
 */
#define BETTER_BATS_RULES_1 "better_bats.rules/1"

enum { BETTER_BATS_RULE_BOOLEAN = 0, BETTER_BATS_RULE_INTEGER = 1 };

typedef struct better_bats_rule {
  const char* id;          /* "better-bats:bat_alignment"; lives as long as the session */
  const char* description; /* one sentence */
  int32_t type;            /* BETTER_BATS_RULE_* */
  int32_t reserved;
  int64_t value, default_value, minimum, maximum; /* booleans: 0 and 1 */
} better_bats_rule;

typedef void (*better_bats_rule_visitor)(void* visitor, const better_bats_rule* rule);

typedef struct better_bats_rules_1 {
  /* All rules in the table's order. */
  better_bats_status (*enumerate)(better_bats_session* session, better_bats_rule_visitor visit, void* visitor);
  better_bats_status (*get)(better_bats_session* session, const char* id, int64_t* value);
  /* With a rules file: OK means that the file is durable; NOT_STORED, that neither file nor memory changed. */
  better_bats_status (*set)(better_bats_session* session, const char* id, int64_t value);
  /* Calls `changed` after every change of a rule, on the thread that made it. One listener; null ends it. */
  better_bats_status (*changed)(better_bats_session* session, better_bats_rule_visitor changed, void* visitor);
} better_bats_rules_1;

/* ---- better_bats.commands/1 ---------------------------------------------------------------------------------------
 */
#define BETTER_BATS_COMMANDS_1 "better_bats.commands/1"

typedef struct better_bats_commands_1 {
  /*
   * Carries out one command line without a leading slash: `gamerule ...`, `better-bats ...` or its alias `bb ...`.
   * COMMAND_FAILED: it failed and changed nothing. `reply` receives the reply or the error, lines ended by \n between
   * them. permission_level as in Minecraft: 2 for an operator, 4 for the console.
   */
  better_bats_status (*execute)(better_bats_session* session, const char* line, uint32_t permission_level,
                                const better_bats_text_sink* reply);
  /* Candidates for the word that ends at byte `cursor` of line, each one call of the sink. */
  better_bats_status (*complete)(better_bats_session* session, const char* line, uint64_t cursor,
                                 const better_bats_text_sink* candidate);
} better_bats_commands_1;

/* ---- better_bats.inspect/1 ----------------------------------------------------------------------------------------
 */
#define BETTER_BATS_INSPECT_1 "better_bats.inspect/1"

typedef void (*better_bats_figure_visitor)(void* visitor, const char* name, double value);
typedef void (*better_bats_force_visitor)(void* visitor, const char* name, better_bats_vec3 force);

typedef struct better_bats_inspect_1 {
  /* The flock of a bat after the last snapshot, 0 for none, and the number of its members (1 without a flock). */
  better_bats_status (*flock_of)(better_bats_session* session, uint64_t id, uint64_t* flock, uint32_t* size);
  /* What each step added to this bat's velocity in the last snapshot's tick, by name, in the model's order. */
  better_bats_status (*forces)(better_bats_session* session, uint64_t id, better_bats_force_visitor visit,
                               void* visitor);
  /* Flock statistics of the bats as they stand now (one scan_entities). A figure with nothing to measure is NaN. */
  better_bats_status (*statistics)(better_bats_session* session, better_bats_figure_visitor visit, void* visitor);
  /* The plugin's own figures: bats, flocks, skipped entities, microseconds of the last tick, failed queries, ... */
  better_bats_status (*health)(better_bats_session* session, better_bats_figure_visitor visit, void* visitor);
  /* The plugin's whole state and its last snapshot as one JSON document, for a bug report. */
  better_bats_status (*dump)(better_bats_session* session, const better_bats_text_sink* json);
} better_bats_inspect_1;

/* ---- better_bats.state/1 ------------------------------------------------------------------------------------------
 */
#define BETTER_BATS_STATE_1 "better_bats.state/1"

/* What a server saves with its world so that flocks go on where they were. Rules and parameters have files of their
 * own. */
typedef struct better_bats_state_1 {
  better_bats_status (*save)(better_bats_session* session, const better_bats_text_sink* json);
  /* All or nothing: a document that is not one of ours, or of a newer format, changes nothing. */
  better_bats_status (*load)(better_bats_session* session, const char* json, uint64_t size);
} better_bats_state_1;

#ifdef __cplusplus
}
#endif

#endif
