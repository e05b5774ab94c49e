/// libvips, whose operations all take a variable number of arguments, which Swift cannot pass.
#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

#include <time.h>
#include <vips/vips.h>

/// Starts the library; 0 when it worked.
static inline int cvips_init(const char *_Nonnull name) { return VIPS_INIT(name); }

static inline void cvips_ignore(const gchar *domain, GLogLevelFlags level, const gchar *text,
                                gpointer data) {
  (void)domain, (void)level, (void)text, (void)data;
}

/// Keeps warnings about odd files off standard error.
static inline void cvips_silence(void) {
  GLogLevelFlags levels = (GLogLevelFlags)(G_LOG_LEVEL_MASK & ~G_LOG_LEVEL_ERROR);
  g_log_set_handler("VIPS", levels, cvips_ignore, NULL);
}

static inline void cvips_unref(void *_Nonnull object) { g_object_unref(object); }

// MARK: Loaders. Each reads the header; pixels are decoded when they are asked for.

static inline int cvips_png(VipsSource *source, VipsImage **out) {
  return vips_pngload_source(source, out, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Only the first frame.
static inline int cvips_gif(VipsSource *source, VipsImage **out) {
  return vips_gifload_source(source, out, "n", 1, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Only the first frame; `scale` of 0…1 shrinks while decoding.
static inline int cvips_webp(VipsSource *source, VipsImage **out, double scale) {
  return vips_webpload_source(source, out, "n", 1, "scale", scale, NULL);
}

static inline int cvips_tiff(VipsSource *source, VipsImage **out, int page) {
  return vips_tiffload_source(source, out, "page", page, "n", 1, "access",
                              VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// One of the smaller versions that stand below the first page.
static inline int cvips_tiff_subifd(VipsSource *source, VipsImage **out, int subifd) {
  return vips_tiffload_source(source, out, "page", 0, "n", 1, "subifd", subifd, "access",
                              VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// The picture, or the thumbnail that stands beside it in the file.
static inline int cvips_heif(VipsSource *source, VipsImage **out, int thumbnail) {
  return vips_heifload_source(source, out, "thumbnail", thumbnail, NULL);
}

static inline int cvips_jxl(VipsSource *source, VipsImage **out) {
  return vips_jxlload_source(source, out, NULL);
}

/// `page` counts the resolutions, each half the one before.
static inline int cvips_jp2(VipsSource *source, VipsImage **out, int page) {
  return vips_jp2kload_source(source, out, "page", page, NULL);
}

/// `shrink` is 1, 2, 4 or 8.
static inline int cvips_jpeg(const void *bytes, size_t count, VipsImage **out, int shrink) {
  return vips_jpegload_buffer((void *)bytes, count, out, "shrink", shrink, NULL);
}

static inline int cvips_png_buffer(const void *bytes, size_t count, VipsImage **out) {
  return vips_pngload_buffer((void *)bytes, count, out, NULL);
}

// MARK: Operations.

/// Makes the picture exactly so large; never by the cache.
static inline int cvips_resize(VipsImage *in, VipsImage **out, double horizontal, double vertical) {
  return vips_resize(in, out, horizontal, "vscale", vertical, NULL);
}

static inline int cvips_premultiply(VipsImage *in, VipsImage **out) {
  return vips_premultiply(in, out, NULL);
}

static inline int cvips_unpremultiply(VipsImage *in, VipsImage **out) {
  return vips_unpremultiply(in, out, NULL);
}

static inline int cvips_cast(VipsImage *in, VipsImage **out, VipsBandFormat format) {
  return vips_cast(in, out, format, NULL);
}

static inline int cvips_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
  return vips_colourspace(in, out, space, NULL);
}

/// From the profile in the picture, else from `fallback` when there is one, to 8-bit sRGB.
static inline int cvips_to_srgb(VipsImage *in, VipsImage **out, const char *_Nullable fallback) {
  if (fallback)
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "input_profile", fallback,
                              "intent", VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE,
                              "depth", 8, NULL);
  return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE,
                            "black_point_compensation", TRUE, "depth", 8, NULL);
}

static inline int cvips_extract_bands(VipsImage *in, VipsImage **out, int first, int count) {
  return vips_extract_band(in, out, first, "n", count, NULL);
}

/// 16 bits to 8 by dropping the lower ones.
static inline int cvips_shift(VipsImage *in, VipsImage **out) {
  return vips_cast(in, out, VIPS_FORMAT_UCHAR, "shift", TRUE, NULL);
}

static inline int cvips_join(VipsImage *first, VipsImage *second, VipsImage **out) {
  return vips_bandjoin2(first, second, out, NULL);
}

static inline int cvips_copy_as(VipsImage *in, VipsImage **out, VipsInterpretation space) {
  return vips_copy(in, out, "interpretation", space, NULL);
}

static inline int cvips_crop(VipsImage *in, VipsImage **out, int left, int top, int width,
                             int height) {
  return vips_extract_area(in, out, left, top, width, height, NULL);
}

/// Adds an alpha band of opaque pixels of 8 bits.
static inline int cvips_add_opaque(VipsImage *in, VipsImage **out) {
  return vips_bandjoin_const1(in, out, 255, NULL);
}

/// Puts the picture on a larger one of zeros.
static inline int cvips_embed(VipsImage *in, VipsImage **out, int left, int top, int width,
                              int height) {
  return vips_embed(in, out, left, top, width, height, NULL);
}

static inline int cvips_crop_to_attention(VipsImage *in, VipsImage **out, int width, int height) {
  return vips_smartcrop(in, out, width, height, "interesting", VIPS_INTERESTING_ATTENTION, NULL);
}

/// Without metadata and profile.
static inline int cvips_webp_save(VipsImage *in, void **bytes, size_t *count, int quality) {
  return vips_webpsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, NULL);
}

/// Gives the picture a copy of `profile`; only for pictures nobody else has.
static inline void cvips_set_profile(VipsImage *image, const void *profile, size_t count) {
  vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, count);
}

static inline size_t cvips_pixel_size(VipsImage *image) { return VIPS_IMAGE_SIZEOF_PEL(image); }

static inline int cvips_has_profile(VipsImage *image) {
  return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

// MARK: Deadlines.

static inline void cvips_kill_when_late(VipsImage *image, void *progress, void *deadline) {
  struct timespec now;
  (void)progress;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec * 1000L + now.tv_nsec / 1000000L > *(const long *)deadline)
    vips_image_set_kill(image, TRUE);
}

static inline void cvips_free_deadline(void *deadline, GClosure *closure) {
  (void)closure;
  g_free(deadline);
}

/// Ends decoding when the monotonic clock passes `milliseconds`.
static inline void cvips_set_deadline(VipsImage *image, long milliseconds) {
  long *deadline = (long *)g_malloc(sizeof(long));
  *deadline = milliseconds;
  vips_image_set_progress(image, TRUE);
  g_signal_connect_data(image, "eval", G_CALLBACK(cvips_kill_when_late), deadline,
                        cvips_free_deadline, (GConnectFlags)0);
}

#endif
