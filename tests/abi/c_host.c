/* A host in C11, built from the frozen abi.h of version 1 alone: flies two bats over a floor and uses every extension.
 * Usage: c_host PLUGIN. Says what did not hold and ends with 1. SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "frozen/abi_v1.h"

static int failures = 0;

#define EXPECT(condition)                                                            \
  do {                                                                               \
    if (!(condition)) {                                                              \
      fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                                    \
    }                                                                                \
  } while (0)

typedef struct Server {
  int64_t clock;
  better_bats_entity bats[2];
} Server;

static better_bats_status gameTime(void* context, int64_t* ticks) {
  *ticks = ((Server*)context)->clock;
  return BETTER_BATS_OK;
}

static better_bats_status seedOf(void* context, int64_t* seed) {
  (void)context;
  *seed = 42;
  return BETTER_BATS_OK;
}

static better_bats_status boundsOf(void* context, better_bats_bounds* bounds) {
  (void)context;
  *bounds = (better_bats_bounds){{-1000, -64, -1000}, {1000, 320, 1000}, {0, 0, 0}};
  return BETTER_BATS_OK;
}

static better_bats_status entityKind(void* context, const char* id, uint32_t* kind) {
  (void)context;
  if (strcmp(id, "minecraft:bat") != 0) return BETTER_BATS_NOT_FOUND;
  *kind = 7;
  return BETTER_BATS_OK;
}

static better_bats_status surfaceOf(void* context, int32_t x, int32_t z, better_bats_surface* surface) {
  (void)context, (void)x, (void)z;
  *surface = (better_bats_surface){1, 1, 0, 64};
  return BETTER_BATS_OK;
}

/* Solid below y 64. */
static better_bats_status blocksOf(void* context, better_bats_block_pos low, uint32_t count,
                                   better_bats_block_run* run) {
  (void)context;
  *run = (better_bats_block_run){0, 0};
  for (uint32_t i = 0; i < count; ++i) run->solid |= (uint64_t)(low.y + (int32_t)i < 64) << i;
  return BETTER_BATS_OK;
}

static better_bats_status scanEntities(void* context, const better_bats_box* box, const uint32_t* kinds,
                                       uint32_t kindCount, better_bats_entity_visitor visit, void* visitor) {
  (void)box;
  Server* server = context;
  for (uint32_t i = 0; i < kindCount; ++i) {
    if (kinds[i] == 7) visit(visitor, server->bats, 2);
  }
  return BETTER_BATS_OK;
}

/* A sink that keeps the first bytes of what it is given. */
typedef struct Text {
  char bytes[8192];
  uint64_t size;
} Text;

static void keep(void* context, const char* text, uint64_t size) {
  Text* to = context;
  for (uint64_t i = 0; i < size && to->size + 1 < sizeof to->bytes; ++i) to->bytes[to->size++] = text[i];
  to->bytes[to->size] = '\0';
}

static void countRule(void* visitor, const better_bats_rule* rule) {
  EXPECT(rule->minimum <= rule->default_value && rule->default_value <= rule->maximum);
  ++*(int*)visitor;
}

static void countFigure(void* visitor, const char* name, double value) {
  (void)name, (void)value;
  ++*(int*)visitor;
}

static void countForce(void* visitor, const char* name, better_bats_vec3 force) {
  EXPECT(name[0] != '\0' && isfinite(force.x) && isfinite(force.y) && isfinite(force.z));
  ++*(int*)visitor;
}

static void fly(const better_bats_flight_1* flight, better_bats_session* session, Server* server) {
  for (int tick = 0; tick < 100; ++tick) {
    EXPECT(flight->apply_flight_forces_all(session, server->bats, 2) == BETTER_BATS_OK);
    for (int i = 0; i < 2; ++i) {
      better_bats_entity* bat = &server->bats[i];
      const double speed = sqrt(bat->velocity.x * bat->velocity.x + bat->velocity.y * bat->velocity.y +
                                bat->velocity.z * bat->velocity.z);
      EXPECT(speed > 0.15 - 1e-12 && speed < 0.35 + 1e-12);
      bat->position.x += bat->velocity.x;
      bat->position.y += bat->velocity.y;
      bat->position.z += bat->velocity.z;
      EXPECT(bat->position.y > 64);
    }
    ++server->clock;
  }
  EXPECT(flight->apply_flight_forces(session, &server->bats[0]) == BETTER_BATS_OK);
  const better_bats_startle startle = {{0, 70, 0}, 8, 0.5, 1};
  EXPECT(flight->startle(session, &startle) == BETTER_BATS_OK);
}

static void useRules(const better_bats_entry_table* entry, better_bats_session* session) {
  const better_bats_rules_1* rules = entry->extension(BETTER_BATS_RULES_1);
  int count = 0;
  EXPECT(rules->enumerate(session, countRule, &count) == BETTER_BATS_OK && count >= 6);
  count = 0;
  EXPECT(rules->changed(session, countRule, &count) == BETTER_BATS_OK);
  EXPECT(rules->set(session, "better-bats:bat_alignment", 20) == BETTER_BATS_OK);
  int64_t value = 0;
  EXPECT(rules->get(session, "better-bats:bat_alignment", &value) == BETTER_BATS_OK && value == 20);
  EXPECT(rules->set(session, "better-bats:bat_alignment", 101) == BETTER_BATS_OUT_OF_RANGE);
  EXPECT(rules->get(session, "better-bats:nonsense", &value) == BETTER_BATS_NOT_FOUND && value == 20);
  EXPECT(count == 1);
  EXPECT(rules->changed(session, NULL, NULL) == BETTER_BATS_OK);

  const better_bats_commands_1* commands = entry->extension(BETTER_BATS_COMMANDS_1);
  Text reply = {{0}, 0};
  const better_bats_text_sink sink = {&reply, keep};
  EXPECT(commands->execute(session, "gamerule better-bats:bat_alignment", 4, &sink) == BETTER_BATS_OK);
  EXPECT(strstr(reply.bytes, "better-bats:bat_alignment is currently set to: 20") != NULL);
  reply.size = 0;
  EXPECT(commands->execute(session, "gamerule better-bats:bat_alignment 101", 4, &sink) == BETTER_BATS_COMMAND_FAILED);
  EXPECT(strstr(reply.bytes, "Integer must not be more than 100: found 101") != NULL);
  reply.size = 0;
  EXPECT(commands->complete(session, "better-b", 8, &sink) == BETTER_BATS_OK && reply.size > 0);
}

static void inspect(const better_bats_entry_table* entry, better_bats_session* session) {
  const better_bats_inspect_1* table = entry->extension(BETTER_BATS_INSPECT_1);
  uint64_t flock = 0;
  uint32_t size = 0;
  EXPECT(table->flock_of(session, 1, &flock, &size) == BETTER_BATS_OK && flock == 1 && size == 2);
  int count = 0;
  EXPECT(table->forces(session, 1, countForce, &count) == BETTER_BATS_OK && count > 0);
  count = 0;
  EXPECT(table->statistics(session, countFigure, &count) == BETTER_BATS_OK && count > 0);
  count = 0;
  EXPECT(table->health(session, countFigure, &count) == BETTER_BATS_OK && count > 0);
  Text dump = {{0}, 0};
  const better_bats_text_sink dumpSink = {&dump, keep};
  EXPECT(table->dump(session, &dumpSink) == BETTER_BATS_OK && dump.bytes[0] == '{');

  const better_bats_state_1* state = entry->extension(BETTER_BATS_STATE_1);
  Text saved = {{0}, 0};
  const better_bats_text_sink savedSink = {&saved, keep};
  EXPECT(state->save(session, &savedSink) == BETTER_BATS_OK && saved.bytes[0] == '{');
  EXPECT(state->load(session, saved.bytes, saved.size) == BETTER_BATS_OK);
  EXPECT(state->load(session, "bats", 4) != BETTER_BATS_OK);
  EXPECT(entry->extension("better_bats.of_the_future/9") == NULL);
}

int main(int argc, char** argv) {
  if (argc != 2) return fprintf(stderr, "usage: c_host PLUGIN\n"), 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  const better_bats_entry_table* entry = dlsym(library, BETTER_BATS_ENTRY_SYMBOL);
  if (entry == NULL || entry->abi_version != BETTER_BATS_ABI_VERSION || entry->struct_size != sizeof *entry) {
    return fprintf(stderr, "%s: is no plugin of version 1\n", argv[1]), 1;
  }

  Server server = {0, {{1, 7, 3, {0.5, 74, 0.5}, {0.2, 0, 0}}, {2, 7, 3, {3.5, 74, 0.5}, {0.2, 0, 0.1}}}};
  const better_bats_world world = {.struct_size = sizeof world,
                                   .context = &server,
                                   .game_time = gameTime,
                                   .day_time = gameTime,
                                   .seed = seedOf,
                                   .bounds = boundsOf,
                                   .entity_kind = entityKind,
                                   .surface = surfaceOf,
                                   .blocks = blocksOf,
                                   .scan_entities = scanEntities};
  const better_bats_host host = {.struct_size = sizeof host, .context = &server, .world = &world};
  Text error = {{0}, 0};
  const better_bats_text_sink sink = {&error, keep};
  better_bats_session* session = NULL;
  if (entry->create(&host, &sink, &session) != BETTER_BATS_OK) return fprintf(stderr, "%s\n", error.bytes), 1;

  fly(entry->extension(BETTER_BATS_FLIGHT_1), session, &server);
  useRules(entry, session);
  inspect(entry, session);
  const better_bats_flight_1* flight = entry->extension(BETTER_BATS_FLIGHT_1);
  EXPECT(flight->reset(session) == BETTER_BATS_OK);
  EXPECT(flight->apply_flight_forces(NULL, &server.bats[0]) == BETTER_BATS_INVALID_ARGUMENT);
  entry->destroy(session);
  entry->destroy(NULL);
  dlclose(library);
  return failures == 0 ? 0 : 1;
}
