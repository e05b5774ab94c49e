/// FFmpeg, with the macros Swift cannot see.
#ifndef CFFMPEG_SHIM_H
#define CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

static const int64_t CFFMPEG_NO_TIME = AV_NOPTS_VALUE;
static const int CFFMPEG_END_OF_FILE = AVERROR_EOF;
static const int CFFMPEG_TRY_AGAIN = AVERROR(EAGAIN);
static const int CFFMPEG_OUT_OF_MEMORY = AVERROR(ENOMEM);
static const int CFFMPEG_INTERRUPTED = AVERROR_EXIT;
static const int CFFMPEG_IO_ERROR = AVERROR(EIO);

#endif
