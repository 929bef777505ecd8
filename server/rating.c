#include "rating.h"
void rating_update(struct rating *players, const int *place, int n) { (void)players; (void)place; (void)n; }
int rating_shown(struct rating r) { return (int)(1500 + 29.5 * (r.mu - 25)); }
struct rating rating_of_bot(const struct game *g, int level) { struct rating r = { 15.0 + 2.0 * level, 3 }; (void)g; return r; }
int rating_level(const struct game *g, struct rating r) { (void)g; (void)r; return 5; }
