#include "CExif.h"

#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// One arena a thread, emptied for each block. Its size bounds what a hostile block can ask for:
// libexif drops an entry that gets no memory. Pages never touched are never committed.
enum { arena_size = 4 << 20, unit = alignof(max_align_t) };

struct arena {
  size_t top;
  alignas(max_align_t) unsigned char bytes[arena_size];
};

static pthread_key_t arena_key;
static pthread_once_t arena_once = PTHREAD_ONCE_INIT;
static _Thread_local struct arena *arena;

// The key exists only to free the arena when its thread ends.
static void make_key(void) { pthread_key_create(&arena_key, free); }

static struct arena *current(void) {
  if (!arena) {
    pthread_once(&arena_once, make_key);
    arena = malloc(sizeof *arena);
    if (arena) pthread_setspecific(arena_key, arena);
  }
  return arena;
}

// Each allocation is preceded by its capacity.
static size_t *capacity_of(void *pointer) {
  return (size_t *)(void *)((unsigned char *)pointer - unit);
}

static void *take(size_t size, size_t capacity) {
  size_t rounded = (capacity + unit - 1) / unit * unit;
  if (rounded > arena_size || arena->top > arena_size - unit - rounded) return NULL;
  unsigned char *pointer = arena->bytes + arena->top + unit;
  arena->top += unit + rounded;
  *capacity_of(pointer) = rounded;
  memset(pointer, 0, size);
  return pointer;
}

static void *arena_alloc(ExifLong size) { return take(size, size); }

// Doubles, because libexif grows its lists one entry at a time.
static void *arena_realloc(void *pointer, ExifLong size) {
  if (!pointer) return take(size, (size_t)size * 2 < 64 ? 64 : (size_t)size * 2);
  size_t capacity = *capacity_of(pointer);
  if (size <= capacity) return pointer;
  void *larger = take(0, (size_t)size * 2);
  if (larger) memcpy(larger, pointer, capacity);
  return larger;
}

static void arena_free(void *pointer) { (void)pointer; }

const ExifData *cexif_load(const unsigned char *bytes, unsigned int count) {
  if (!current()) return NULL;
  arena->top = 0;
  ExifMem *memory = exif_mem_new(arena_alloc, arena_realloc, arena_free);
  if (!memory) return NULL;
  ExifData *data = exif_data_new_mem(memory);
  if (!data) return NULL;
  exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
  exif_data_load_data(data, bytes, count);
  return data;
}
