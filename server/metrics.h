/* The server's metrics at /metrics, in the text format of Prometheus. */
#ifndef SERAI_METRICS_H
#define SERAI_METRICS_H

#include "../core/json.h"

/* Writes them all; `what` is the struct server. */
void write_metrics(struct json *j, const void *what);

#endif
