/* Pages with plots: HTML files that load nothing. A plot is SVG; its colours come from the page's style, for light and dark.
 *
 * Classes of shapes: "axis", "fair" (a dashed line), "range" (an interval), "one" and "two" (areas), "seat1" to "seat4" (lines,
 * which differ in their dashes as well as in colour). */
#ifndef SERAI_PLOT_H
#define SERAI_PLOT_H

#include <stdio.h>

void plot_page_open(FILE *out, const char *title, const char *heading);

/* 0: it could not be written. */
int plot_page_close(FILE *out);

void plot_open(FILE *out, int width, int height, const char *label);
void plot_close(FILE *out, const char *caption);
void plot_line(FILE *out, const char *class, double x1, double y1, double x2, double y2);

/* `anchor`: start, middle or end. The words are escaped. */
void plot_text(FILE *out, double x, double y, const char *anchor, const char *words);

/* Any text, escaped for HTML. */
void plot_words(FILE *out, const char *words);

#endif
