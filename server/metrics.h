/* What the server tells about itself at /metrics, in the words of Prometheus. */
#ifndef SERAI_METRICS_H
#define SERAI_METRICS_H

#include "../core/json.h"

/* Writes them; `what` is the struct server. */
void write_metrics(struct json *j, const void *what);

#endif
