/* The same in C11, over the boundary itself: a flat world that flies one bat.
 * Usage: minimal_server_c PLUGIN. SPDX-License-Identifier: MIT */
#include <better_bats/abi.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef struct Server {
  int64_t clock;
  better_bats_entity bat;
} Server;

static better_bats_status clockOf(void* context, int64_t* ticks) {
  *ticks = ((const Server*)context)->clock;
  return BETTER_BATS_OK;
}

static better_bats_status seedOf(void* context, int64_t* seed) {
  (void)context;
  *seed = 1;
  return BETTER_BATS_OK;
}

/* The world ends below and above only. */
static better_bats_status boundsOf(void* context, better_bats_bounds* bounds) {
  (void)context;
  const double infinity = 1e300 * 1e300;
  *bounds = (better_bats_bounds){{-infinity, -64, -infinity}, {infinity, 320, infinity}, {0, 0, 0}};
  return BETTER_BATS_OK;
}

static better_bats_status kindOf(void* context, const char* id, uint32_t* kind) {
  (void)context;
  if (strcmp(id, "minecraft:bat") != 0) return BETTER_BATS_NOT_FOUND;
  *kind = 0;
  return BETTER_BATS_OK;
}

/* Ground below y = 64, everywhere and always loaded. */
static better_bats_status surfaceOf(void* context, int32_t x, int32_t z, better_bats_surface* surface) {
  (void)context, (void)x, (void)z;
  *surface = (better_bats_surface){.loaded = 1, .has_surface = 1, .height = 64};
  return BETTER_BATS_OK;
}

static better_bats_status blocksOf(void* context, better_bats_block_pos low, uint32_t count,
                                   better_bats_block_run* run) {
  (void)context;
  *run = (better_bats_block_run){0, 0};
  for (uint32_t i = 0; i < count; ++i) {
    if (low.y + (int32_t)i < 64) run->solid |= UINT64_C(1) << i;
  }
  return BETTER_BATS_OK;
}

static better_bats_status scan(void* context, const better_bats_box* box, const uint32_t* kinds, uint32_t kindCount,
                               better_bats_entity_visitor visit, void* visitor) {
  const better_bats_entity* bat = &((const Server*)context)->bat;
  const better_bats_vec3 p = bat->position;
  if (p.x < box->min.x || p.y < box->min.y || p.z < box->min.z) return BETTER_BATS_OK;
  if (p.x > box->max.x || p.y > box->max.y || p.z > box->max.z) return BETTER_BATS_OK;
  for (uint32_t i = 0; i < kindCount; ++i) {
    if (kinds[i] == bat->kind) visit(visitor, bat, 1);
  }
  return BETTER_BATS_OK;
}

static void toStandardError(void* context, const char* text, uint64_t size) {
  (void)context;
  fwrite(text, 1, size, stderr);
}

int main(int argc, char** argv) {
  if (argc != 2) return fputs("usage: minimal_server_c PLUGIN\n", stderr), 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  const better_bats_entry_table* plugin = dlsym(library, BETTER_BATS_ENTRY_SYMBOL);
  /* Nothing of the library may be called before both numbers are right. */
  if (plugin == NULL || plugin->abi_version != BETTER_BATS_ABI_VERSION || plugin->struct_size != sizeof *plugin) {
    return fprintf(stderr, "%s: is not a plugin that this server knows\n", argv[1]), 1;
  }

  Server server = {.bat = {.id = 1,
                           .flags = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING,
                           .position = {0.5, 66, 0.5},
                           .velocity = {0.2, 0, 0}}};
  const better_bats_world world = {.struct_size = sizeof world,
                                   .context = &server,
                                   .game_time = clockOf,
                                   .day_time = clockOf,
                                   .seed = seedOf,
                                   .bounds = boundsOf,
                                   .entity_kind = kindOf,
                                   .surface = surfaceOf,
                                   .blocks = blocksOf,
                                   .scan_entities = scan};
  const better_bats_host host = {.struct_size = sizeof host, .world = &world};
  const better_bats_text_sink error = {NULL, toStandardError};
  better_bats_session* session = NULL;
  if (plugin->create(&host, &error, &session) != BETTER_BATS_OK) return 1;

  const better_bats_flight_1* flight = plugin->extension(BETTER_BATS_FLIGHT_1);
  for (; server.clock < 100; ++server.clock) {
    if (flight->apply_flight_forces(session, &server.bat) != BETTER_BATS_OK) return 1;
    server.bat.position.x += server.bat.velocity.x;
    server.bat.position.y += server.bat.velocity.y;
    server.bat.position.z += server.bat.velocity.z;
  }
  printf("after %d ticks the bat is at %.1f %.1f %.1f\n", (int)server.clock, server.bat.position.x,
         server.bat.position.y, server.bat.position.z);
  plugin->destroy(session);
  dlclose(library);
  return 0;
}
