/* image.h: the pictures that scripts draw, by the paths of their files. */
#ifndef CAIRN_VIEW_IMAGE_H
#define CAIRN_VIEW_IMAGE_H

#include <stdint.h>

typedef struct view_Image {
    int width, height;      /* px, at least 1 */
    const uint32_t *pixels; /* 0xAARRGGBB, straight alpha, width a row */
    unsigned serial;        /* another one for each picture that was ever read */
} view_Image;

typedef struct view_Images view_Images;

view_Images *view_images_open(void);         /* NULL: no memory; then there are no pictures */
void view_images_close(view_Images *images); /* NULL is fine */
/* The picture in the file, read at its first use and again when the file has changed since; NULL,
 * said once on stderr, when there is none. Valid until the next call. */
const view_Image *view_images_get(view_Images *images, const char *path);

#endif
