/* Plugins that are refused, and one that is not: each variant is this file with other definitions.
 * FAKE_ABI_VERSION, FAKE_STRUCT_SIZE, FAKE_NO_SYMBOL, FAKE_CREATE_FAILS, FAKE_NO_EXTENSIONS, FAKE_VERSION.
 * SPDX-License-Identifier: MIT */
#include <better_bats/abi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifndef FAKE_ABI_VERSION
#define FAKE_ABI_VERSION BETTER_BATS_ABI_VERSION
#endif
#ifndef FAKE_STRUCT_SIZE
#define FAKE_STRUCT_SIZE sizeof(better_bats_entry_table)
#endif
#ifndef FAKE_CREATE_FAILS
#define FAKE_CREATE_FAILS 0
#endif
#ifndef FAKE_NO_EXTENSIONS
#define FAKE_NO_EXTENSIONS 0
#endif
#ifndef FAKE_VERSION
#define FAKE_VERSION "fake"
#endif

#if FAKE_ABI_VERSION != BETTER_BATS_ABI_VERSION || defined FAKE_MUST_NOT_RUN
/* A host that calls anything of a plugin that it should refuse dies here. */
#define MUST_NOT_RUN abort()
#else
#define MUST_NOT_RUN ((void)0)
#endif

struct better_bats_session {
  int unused;
};
static better_bats_session theSession;

static better_bats_status applyOne(better_bats_session* session, better_bats_entity* bat) {
  (void)session;
  bat->velocity.y = 0.25;
  return BETTER_BATS_OK;
}

static better_bats_status applyAll(better_bats_session* session, better_bats_entity* bats, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) applyOne(session, &bats[i]);
  return BETTER_BATS_OK;
}

static const better_bats_flight_1 flight = {applyOne, applyAll, NULL, NULL};
static const better_bats_rules_1 rules = {NULL, NULL, NULL, NULL};
static const better_bats_commands_1 commands = {NULL, NULL};
static const better_bats_inspect_1 inspect = {NULL, NULL, NULL, NULL, NULL};
static const better_bats_state_1 state = {NULL, NULL};

static better_bats_status create(const better_bats_host* host, const better_bats_text_sink* error,
                                 better_bats_session** session) {
  MUST_NOT_RUN;
  (void)host;
  if (FAKE_CREATE_FAILS) {
    static const char reason[] = "the bats are on strike";
    error->write(error->context, reason, sizeof reason - 1);
    return BETTER_BATS_INTERNAL;
  }
  *session = &theSession;
  return BETTER_BATS_OK;
}

static void destroy(better_bats_session* session) {
  MUST_NOT_RUN;
  (void)session;
}

static const void* extension(const char* id) {
  MUST_NOT_RUN;
  if (FAKE_NO_EXTENSIONS) return NULL;
  if (strcmp(id, BETTER_BATS_FLIGHT_1) == 0) return &flight;
  if (strcmp(id, BETTER_BATS_RULES_1) == 0) return &rules;
  if (strcmp(id, BETTER_BATS_COMMANDS_1) == 0) return &commands;
  if (strcmp(id, BETTER_BATS_INSPECT_1) == 0) return &inspect;
  if (strcmp(id, BETTER_BATS_STATE_1) == 0) return &state;
  return NULL;
}

#ifdef FAKE_NO_SYMBOL
#define better_bats_entry some_other_symbol
#endif

extern const better_bats_entry_table better_bats_entry;
__attribute__((visibility("default"))) const better_bats_entry_table better_bats_entry = {
    FAKE_ABI_VERSION, (uint32_t)(FAKE_STRUCT_SIZE), FAKE_VERSION, create, destroy, extension};
