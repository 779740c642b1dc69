/* text.c: text without a texture upload per frame.
 *
 * Each glyph is rendered by SDL_ttf once, when first seen, into one picture of alpha that both
 * canvases draw from; when that is full it starts again. Strings come from scripts, error messages
 * and file names, so decoding never trusts them: what is no printable character is drawn as a BOX,
 * and so is a character that no font has. Nothing is left out.
 * Two fonts are found by name (fonts.h), and others as spares for what those lack. They are open at
 * one size; glyphs of others are made by changing it for a moment. */
#include "text.h"

#include <SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fonts.h"

#define ATLAS_SIZE  1024
#define SOLID       4         /* px: the solid corner of the atlas */
#define CACHE_SLOTS 2048      /* power of two; at most three quarters are used */
#define BOX         0x110000u /* beyond Unicode: an empty box, drawn by hand */
#define MOST_SPARES 16        /* open at a time */
#define MOST_SIZES  16        /* whose heights are known at a time */
#define LARGEST_PX  256

typedef struct Slot {
    uint64_t key; /* size, font and code point; 0 empty */
    view_Glyph glyph;
} Slot;

struct view_Text {
    TTF_Font *fonts[VIEW_FONTS];
    bool listed;         /* others has been asked for, which waits until a character is missing */
    view_Spares *others; /* all fonts, the likest first */
    TTF_Font **spares;   /* those of others that are open */
    int spare_count;
    view_Atlas atlas;
    int size_px;        /* of the open fonts */
    int asked_px;       /* of what is drawn now */
    int height, ascent; /* at asked_px */
    struct {
        int px, height, ascent;
    } sizes[MOST_SIZES];
    int size_count;
    int pen_x, pen_y, row_height; /* where the next glyph goes */
    int used;
    Slot slots[CACHE_SLOTS];
};

/* ---- fonts -------------------------------------------------------------------------------- */

static TTF_Font *open_font(const char *family, bool mono, int size_px) {
    char path[1024];
    if (!view_fonts_find(family, mono, path, sizeof path)) return NULL;
    TTF_Font *font = TTF_OpenFont(path, size_px);
    if (font) TTF_SetFontHinting(font, TTF_HINTING_LIGHT);
    return font;
}

/* All fonts that could stand in, none of them open. */
static void list_others(view_Text *text) {
    text->listed = true;
    text->others = view_spares_open();
    text->spares = calloc((size_t)view_spares_count(text->others) + 1, sizeof(TTF_Font *));
}

static TTF_Font *open_spare(view_Text *text, int i) {
    int face = 0;
    if (text->spares[i]) return text->spares[i];
    if (text->spare_count >= MOST_SPARES) return NULL;
    const char *file = view_spares_file(text->others, i, &face);
    text->spares[i] = file ? TTF_OpenFontIndex(file, text->size_px, face) : NULL;
    if (!text->spares[i]) return NULL;
    TTF_SetFontHinting(text->spares[i], TTF_HINTING_LIGHT);
    text->spare_count++;
    return text->spares[i];
}

/* The first font with the character: the one asked for, the plain one, any other; NULL: none. */
static TTF_Font *font_with(view_Text *text, view_Font font, uint32_t code) {
    TTF_Font *asked = text->fonts[font];
    if (asked && TTF_GlyphIsProvided32(asked, code)) return asked;
    if (TTF_GlyphIsProvided32(text->fonts[VIEW_SANS], code)) return text->fonts[VIEW_SANS];
    if (!text->listed) list_others(text);
    for (int i = 0; text->spares && i < view_spares_count(text->others); i++) {
        TTF_Font *spare = view_spares_have(text->others, i, code) ? open_spare(text, i) : NULL;
        if (spare && TTF_GlyphIsProvided32(spare, code)) return spare;
    }
    return NULL;
}

static void complain_once(void) {
    static bool said;
    if (!said) fputs("cairn: no font found, the viewer shows no text\n", stderr);
    said = true;
}

/* No glyph at all; also when the atlas is full, which those in use outlive by being made anew. */
static void atlas_empty(view_Text *text) {
    view_Atlas *atlas = &text->atlas;
    memset(atlas->alpha, 0, (size_t)ATLAS_SIZE * ATLAS_SIZE);
    memset(text->slots, 0, sizeof text->slots);
    for (int y = 0; y < SOLID; y++) memset(atlas->alpha + y * ATLAS_SIZE, 255, SOLID);
    atlas->version++;
    text->used = 0;
    text->pen_x = SOLID + 1;
    text->pen_y = 0;
    text->row_height = SOLID;
}

static bool atlas_make(view_Text *text) {
    text->atlas = (view_Atlas){.width = ATLAS_SIZE, .height = ATLAS_SIZE};
    text->atlas.alpha = malloc((size_t)ATLAS_SIZE * ATLAS_SIZE);
    if (!text->atlas.alpha) return false;
    atlas_empty(text);
    return true;
}

view_Text *view_text_open(int size_px) {
    view_Text *text = calloc(1, sizeof *text);
    if (!text || TTF_Init() != 0) {
        free(text);
        complain_once();
        return NULL;
    }
    text->fonts[VIEW_SANS] = open_font("DejaVu Sans", false, size_px);
    text->fonts[VIEW_MONO] = open_font("DejaVu Sans Mono", true, size_px);
    text->size_px = size_px;
    if (!text->fonts[VIEW_SANS] || !atlas_make(text)) {
        view_text_close(text);
        complain_once();
        return NULL;
    }
    view_text_set_size(text, 0.0f);
    return text;
}

/* The height and ascent of the asked size. */
static void measure_size(view_Text *text) {
    int i = 0;
    while (i < text->size_count && text->sizes[i].px != text->asked_px) i++;
    if (i == text->size_count) {
        if (i == MOST_SIZES) i = text->size_count = 0;
        text->size_count++;
        TTF_SetFontSize(text->fonts[VIEW_SANS], text->asked_px);
        text->sizes[i].px = text->asked_px;
        text->sizes[i].height = TTF_FontHeight(text->fonts[VIEW_SANS]);
        text->sizes[i].ascent = TTF_FontAscent(text->fonts[VIEW_SANS]);
        TTF_SetFontSize(text->fonts[VIEW_SANS], text->size_px);
    }
    text->height = text->sizes[i].height;
    text->ascent = text->sizes[i].ascent;
}

void view_text_set_size(view_Text *text, float px) {
    if (!text) return;
    int wanted = px > 0.0f ? (int)(px + 0.5f) : text->size_px;
    wanted = SDL_min(SDL_max(wanted, 4), LARGEST_PX);
    if (wanted == text->asked_px) return;
    text->asked_px = wanted;
    measure_size(text);
}

void view_text_close(view_Text *text) {
    if (!text) return;
    for (int i = 0; i < VIEW_FONTS; i++) {
        if (text->fonts[i]) TTF_CloseFont(text->fonts[i]);
    }
    for (int i = 0; text->spares && i < view_spares_count(text->others); i++) {
        if (text->spares[i]) TTF_CloseFont(text->spares[i]);
    }
    view_spares_close(text->others);
    free(text->spares);
    free(text->atlas.alpha);
    free(text);
    TTF_Quit();
}

const view_Atlas *view_text_atlas(const view_Text *text) { return text ? &text->atlas : NULL; }

int view_text_height(const view_Text *text) { return text ? text->height : 16; }

/* ---- glyphs ------------------------------------------------------------------------------- */

/* A place for w times h pixels in the atlas; NULL when that is full. */
static uint8_t *atlas_place(view_Text *text, int w, int h, view_Glyph *glyph) {
    if (text->pen_x + w + 1 > ATLAS_SIZE) {
        text->pen_x = 0;
        text->pen_y += text->row_height + 1;
        text->row_height = 0;
    }
    if (text->pen_y + h > ATLAS_SIZE) return NULL;
    glyph->x = (int16_t)text->pen_x;
    glyph->y = (int16_t)text->pen_y;
    glyph->w = (int16_t)w;
    glyph->h = (int16_t)h;
    text->pen_x += w + 1;
    text->row_height = SDL_max(text->row_height, h);
    text->atlas.version++;
    return text->atlas.alpha + glyph->y * ATLAS_SIZE + glyph->x;
}

/* Copy the alpha of a surface into the atlas; false when the atlas is full. */
static bool atlas_add(view_Text *text, SDL_Surface *surface, view_Glyph *glyph) {
    int w = SDL_min(surface->w, ATLAS_SIZE - 2), h = SDL_min(surface->h, ATLAS_SIZE / 2);
    uint8_t *to = atlas_place(text, w, h, glyph);
    if (!to) return false;
    for (int y = 0; y < h; y++, to += ATLAS_SIZE) {
        const uint32_t *from = (const uint32_t *)((const uint8_t *)surface->pixels +
                                                  (size_t)y * (size_t)surface->pitch);
        for (int x = 0; x < w; x++) to[x] = (uint8_t)(from[x] >> 24);
    }
    return true;
}

/* The outline of a box as high as a capital. */
static bool make_box(view_Text *text, view_Glyph *glyph) {
    int h = SDL_max(text->ascent * 3 / 4, 5), w = SDL_max(h * 2 / 3, 4);
    int thick = SDL_max(h / 11, 1);
    uint8_t *to = atlas_place(text, w, h, glyph);
    if (!to) return false;
    for (int y = 0; y < h; y++, to += ATLAS_SIZE) {
        bool edge = y < thick || y >= h - thick;
        for (int x = 0; x < w; x++) to[x] = edge || x < thick || x >= w - thick ? 210 : 0;
    }
    glyph->dx = (int16_t)thick;
    glyph->dy = (int16_t)(text->ascent - h);
    glyph->advance = (int16_t)(w + 2 * thick);
    return true;
}

/* Joiners, marks of direction, variants: they say how others look and are nothing themselves. */
static bool is_unseen(uint32_t code) {
    return code == 0xad || (code >= 0x200b && code <= 0x200f) ||
           (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
           (code >= 0xfe00 && code <= 0xfe0f) || code == 0xfeff ||
           (code >= 0xe0000 && code <= 0xe0fff);
}

/* False when the atlas is full. */
static bool make_glyph(view_Text *text, view_Font asked, uint32_t code, view_Glyph *glyph) {
    *glyph = (view_Glyph){0};
    if (is_unseen(code)) return true;
    TTF_Font *font = code == BOX ? NULL : font_with(text, asked, code);
    int min_x = 0, max_x = 0, min_y = 0, max_y = 0, advance = 0;
    bool resized = font && text->asked_px != text->size_px;
    if (resized) TTF_SetFontSize(font, text->asked_px);
    if (!font || TTF_GlyphMetrics32(font, code, &min_x, &max_x, &min_y, &max_y, &advance) != 0) {
        if (resized) TTF_SetFontSize(font, text->size_px);
        return make_box(text, glyph);
    }
    glyph->advance = (int16_t)advance;
    SDL_Color white = {255, 255, 255, 255};
    SDL_Surface *raw = code == ' ' ? NULL : TTF_RenderGlyph32_Blended(font, code, white);
    int ascent = TTF_FontAscent(font);
    if (resized) TTF_SetFontSize(font, text->size_px);
    if (code == ' ') return true;
    SDL_Surface *surface = raw ? SDL_ConvertSurfaceFormat(raw, SDL_PIXELFORMAT_ARGB8888, 0) : NULL;
    bool fits = surface && surface->h <= 2 * text->height;
    bool ok = fits ? atlas_add(text, surface, glyph) : make_box(text, glyph);
    if (fits) {
        glyph->dx = (int16_t)SDL_min(min_x, 0);
        /* a spare one stands on the same line */
        if (font != text->fonts[asked]) glyph->dy = (int16_t)(text->ascent - ascent);
    }
    SDL_FreeSurface(surface);
    SDL_FreeSurface(raw);
    return ok;
}

/* Valid until the next call. */
static const view_Glyph *glyph_of(view_Text *text, view_Font font, uint32_t code) {
    uint64_t key =
        (uint64_t)text->asked_px << 32 | (uint64_t)font << 24 | (uint64_t)(code & 0xffffffu);
    uint32_t start = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 53), at = start;
    while (text->slots[at & (CACHE_SLOTS - 1)].key) {
        const Slot *slot = &text->slots[at++ & (CACHE_SLOTS - 1)];
        if (slot->key == key) return &slot->glyph;
    }
    view_Glyph glyph;
    bool room = text->used < CACHE_SLOTS * 3 / 4;
    if (!room || !make_glyph(text, font, code, &glyph)) {
        atlas_empty(text);
        at = start;
        make_glyph(text, font, code, &glyph); /* an empty atlas has room for any one */
    }
    Slot *slot = &text->slots[at & (CACHE_SLOTS - 1)];
    *slot = (Slot){key, glyph};
    text->used++;
    return &slot->glyph;
}

/* ---- strings ------------------------------------------------------------------------------ */

/* The next character of at least one byte. What is no printable one becomes a BOX: each longest run
 * of bytes that could have started one, as the Unicode standard recommends (3.9). */
static uint32_t decode(const unsigned char **at) {
    const unsigned char *s = *at;
    uint32_t code = *s++;
    *at = s;
    if (code < 0x80) return code == '\t' ? ' ' : code < 32 || code == 127 ? BOX : code;
    if (code < 0xc2 || code > 0xf4) return BOX;
    int more = code >= 0xf0 ? 3 : code >= 0xe0 ? 2 : 1;
    /* no overlong forms, no halves of surrogates, nothing beyond the last plane */
    unsigned lo = code == 0xe0 ? 0xa0 : code == 0xf0 ? 0x90 : 0x80;
    unsigned hi = code == 0xed ? 0x9f : code == 0xf4 ? 0x8f : 0xbf;
    code &= 0x3fu >> more;
    for (; more && *s >= lo && *s <= hi; more--, lo = 0x80, hi = 0xbf) {
        code = code << 6 | (*s++ & 0x3fu);
    }
    *at = s;
    return more || code < 0xa0 ? BOX : code;
}

/* A line end, and one that starts with a carriage return. */
static bool is_end(const unsigned char *at) {
    return !*at || *at == '\n' || (*at == '\r' && at[1] == '\n');
}

int view_text_draw(view_Text *text, view_Canvas *canvas, view_Font font, int x, int y,
                   SDL_Color color, const char *string) {
    if (!text || !string) return x;
    const unsigned char *at = (const unsigned char *)string;
    while (!is_end(at) && x < canvas->width) {
        const view_Glyph *glyph = glyph_of(text, font, decode(&at));
        if (glyph->w && x + glyph->w > 0) canvas->glyph(canvas, glyph, x, y, color);
        x += glyph->advance;
    }
    return x;
}

const char *view_text_next_line(const char *string) {
    const char *end = strchr(string, '\n');
    return end && end[1] ? end + 1 : NULL;
}

int view_text_width(view_Text *text, view_Font font, const char *string, int bytes) {
    if (!text || !string) return 0;
    int width = 0;
    const unsigned char *at = (const unsigned char *)string, *end = at + bytes;
    while (at < end && !is_end(at)) width += glyph_of(text, font, decode(&at))->advance;
    return width;
}

int view_text_wrap(view_Text *text, view_Font font, const char *string, int width) {
    const unsigned char *start = (const unsigned char *)string, *at = start, *space = NULL;
    int x = 0;
    while (!is_end(at)) {
        const unsigned char *next = at;
        uint32_t code = decode(&next);
        x += text ? glyph_of(text, font, code)->advance : 8;
        if (x > width && at > start) break;
        if (code == ' ' && at > start) space = next;
        at = next;
    }
    bool whole = is_end(at);
    if (!whole && space && space > start + (at - start) / 2) at = space;
    return (int)(at - start);
}
