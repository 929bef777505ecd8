/* Pages with plots; see plot.h. */
#include "plot.h"

static const char STYLE[] =
        ":root { color-scheme: light dark; --ink: #2b2118; --soft: #6f6250; --paper: #fbf6ec; --line: #d9cdb8;\n"
        "  --one: #b5482a; --two: #2f5d8a; --three: #4b7a2f; --four: #8a5a9e; --on: #fff; }\n"
        "@media (prefers-color-scheme: dark) { :root { --ink: #efe6d5; --soft: #a89a84; --paper: #1b1611; --line: #443a2e;\n"
        "  --one: #e5815f; --two: #86b4e0; --three: #a3cf7f; --four: #cda3df; --on: #1b1611; } }\n"
        "body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);\n"
        "  font: 16px/1.5 Georgia, serif; }\n"
        "h2 { margin-top: 3rem; } h3 { margin: 2rem 0 .5rem; } figure { display: inline-block; margin: .5rem 1rem .5rem 0; }\n"
        "figcaption { color: var(--soft); font-size: .875rem; } svg { max-width: 100%; height: auto; overflow: visible; }\n"
        "svg text { fill: var(--ink); font: 11px system-ui, sans-serif; } svg .on { fill: var(--on); }\n"
        ".axis { stroke: var(--line); } .one { fill: var(--one); } .two { fill: var(--two); opacity: .55; }\n"
        ".fair { stroke: var(--ink); stroke-dasharray: 4 3; } .range { stroke: var(--ink); }\n"
        "polyline { fill: none; stroke-width: 2; stroke-linejoin: round; } .seat1 { stroke: var(--one); }\n"
        ".seat2 { stroke: var(--two); stroke-dasharray: 7 3; } .seat3 { stroke: var(--three); stroke-dasharray: 2 3; }\n"
        ".seat4 { stroke: var(--four); stroke-dasharray: 9 3 2 3; }\n"
        "table { border-collapse: collapse; font-size: .875rem; } .clear { font-weight: bold; } code { font-size: .875em; }\n"
        "td, th { padding: .2rem .75rem .2rem 0; text-align: right; } td:first-child, th:first-child { text-align: left; }\n"
        "th { border-bottom: 1px solid var(--line); } div { overflow-x: auto; }\n"
        "@media (max-width: 40rem) { figure { display: block; overflow-x: auto; } .wide { min-width: 36rem; } }\n";

/* Wider plots are scrolled on a phone, so that they can be read. */
enum { WIDE = 500 };

void plot_page_open(FILE *out, const char *title, const char *heading)
{
        fprintf(out,
                "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Serai: %s</title>\n<style>\n%s</style></head><body>\n"
                "<h1>%s</h1>\n",
                title, STYLE, heading);
}

int plot_page_close(FILE *out)
{
        fputs("</body></html>\n", out);
        return !ferror(out);
}

void plot_open(FILE *out, int width, int height, const char *label)
{
        fprintf(out, "<figure><svg%s viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n",
                width > WIDE ? " class=\"wide\"" : "", width, height, width, height, label);
}

void plot_close(FILE *out, const char *caption)
{
        fprintf(out, "</svg><figcaption>%s</figcaption></figure>\n", caption);
}

void plot_line(FILE *out, const char *class, double x1, double y1, double x2, double y2)
{
        fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1, y1, x2, y2);
}

void plot_text(FILE *out, double x, double y, const char *anchor, const char *words)
{
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
        plot_words(out, words);
        fputs("</text>\n", out);
}

void plot_words(FILE *out, const char *words)
{
        for (; *words; words++)
                if (*words == '<' || *words == '>' || *words == '&' || *words == '"')
                        fprintf(out, "&#%d;", *words);
                else
                        putc(*words, out);
}
