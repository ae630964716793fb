/* The same in C11, over the boundary itself: a flat world that flies bats, and shows that they make a flock.
 * Usage: minimal_server_c PLUGIN. SPDX-License-Identifier: MIT */
#include <better_bats/abi.h>
#include <dlfcn.h>
#include <elf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BATS = 5 };

typedef struct Server {
  int64_t clock;
  better_bats_entity bats[BATS];
} Server;

static better_bats_status gameTimeOf(void* context, int64_t* ticks) {
  *ticks = ((const Server*)context)->clock;
  return BETTER_BATS_OK;
}

static better_bats_status dayTimeOf(void* context, int64_t* ticks) {
  *ticks = 6000 + ((const Server*)context)->clock;
  return BETTER_BATS_OK;
}

static better_bats_status seedOf(void* context, int64_t* seed) {
  (void)context;
  *seed = 0;
  return BETTER_BATS_OK;
}

/* The world ends nowhere. */
static better_bats_status boundsOf(void* context, better_bats_bounds* bounds) {
  (void)context;
  const double end = (double)INFINITY;
  *bounds = (better_bats_bounds){{-end, -end, -end}, {end, end, end}, {0, 0, 0}};
  return BETTER_BATS_OK;
}

/* The only kind here is the bat. */
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
  const Server* server = context;
  for (int i = 0; i < BATS; ++i) {
    const better_bats_vec3 p = server->bats[i].position;
    if (p.x < box->min.x || p.y < box->min.y || p.z < box->min.z) continue;
    if (p.x > box->max.x || p.y > box->max.y || p.z > box->max.z) continue;
    for (uint32_t k = 0; k < kindCount; ++k) {
      if (kinds[k] == server->bats[i].kind) visit(visitor, &server->bats[i], 1);
    }
  }
  return BETTER_BATS_OK;
}

static void toStandardError(void* context, const char* text, uint64_t size) {
  (void)context;
  fwrite(text, 1, size, stderr);
  fputc('\n', stderr);
}

/* Whether the file ends before its last segment does: dlopen would map that all the same, and die of SIGBUS. */
static int isCutShort(FILE* file) {
  Elf64_Ehdr header;
  const int isRead = fread(&header, sizeof header, 1, file) == 1;
  if (!isRead || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return 0; /* dlopen says what it is not */
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (fseek(file, (long)(header.e_phoff + i * sizeof segment), SEEK_SET) != 0) return 1;
    if (fread(&segment, sizeof segment, 1, file) != 1) return 1;
    if (fseek(file, 0, SEEK_END) != 0) return 1;
    if (segment.p_type == PT_LOAD && (long)(segment.p_offset + segment.p_filesz) > ftell(file)) return 1;
  }
  return 0;
}

static void* openLibrary(const char* path) {
  char name[4096];
  /* A name without a slash would be looked for among the system's libraries. */
  const int size = snprintf(name, sizeof name, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
  FILE* file = size < (int)sizeof name ? fopen(name, "rb") : NULL;
  if (file == NULL) return fprintf(stderr, "%s: cannot be read\n", path), NULL;
  const int cutShort = isCutShort(file);
  fclose(file);
  if (cutShort) return fprintf(stderr, "%s: the file is cut short\n", path), NULL;
  void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  return library;
}

int main(int argc, char** argv) {
  if (argc != 2) return fputs("usage: minimal_server_c PLUGIN\n", stderr), 2;
  void* library = openLibrary(argv[1]);
  if (library == NULL) return 1;
  const better_bats_entry_table* plugin = dlsym(library, BETTER_BATS_ENTRY_SYMBOL);
  /* Nothing of the library may be called before both numbers are right. */
  if (plugin == NULL || plugin->abi_version != BETTER_BATS_ABI_VERSION || plugin->struct_size != sizeof *plugin) {
    return fprintf(stderr, "%s: is not a plugin that this server knows\n", argv[1]), 1;
  }

  Server server = {.clock = 0};
  for (int i = 0; i < BATS; ++i) {
    const double place = 2.0 * (i + 1);
    server.bats[i] = (better_bats_entity){.id = (uint64_t)i + 1,
                                          .flags = BETTER_BATS_ENTITY_ALIVE | BETTER_BATS_ENTITY_FLYING,
                                          .position = {place, 74, -place},
                                          .velocity = {0.2, 0, 0.05 * place}};
  }
  const better_bats_world world = {.struct_size = sizeof world,
                                   .context = &server,
                                   .game_time = gameTimeOf,
                                   .day_time = dayTimeOf,
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
  const better_bats_rules_1* rules = plugin->extension(BETTER_BATS_RULES_1);
  const better_bats_inspect_1* inspect = plugin->extension(BETTER_BATS_INSPECT_1);
  if (rules->set(session, "better-bats:bat_alignment", 20) != BETTER_BATS_OK) return 1;
  for (; server.clock < 200; ++server.clock) {
    if (flight->apply_flight_forces_all(session, server.bats, BATS) != BETTER_BATS_OK) return 1;
    for (int i = 0; i < BATS; ++i) { /* here a real server moves and collides */
      server.bats[i].position.x += server.bats[i].velocity.x;
      server.bats[i].position.y += server.bats[i].velocity.y;
      server.bats[i].position.z += server.bats[i].velocity.z;
    }
  }

  for (int i = 0; i < BATS; ++i) {
    uint64_t flock = 0;
    uint32_t size = 1;
    if (inspect->flock_of(session, server.bats[i].id, &flock, &size) != BETTER_BATS_OK) return 1;
    const better_bats_vec3 p = server.bats[i].position;
    printf("bat %d at %.1f %.1f %.1f in flock %d of %u\n", i + 1, p.x, p.y, p.z, (int)flock, size);
  }
  plugin->destroy(session);
  dlclose(library);
  return 0;
}
