/* The messages between the page and a table, as table/protocol.def describes them (docs/protocol.md explains them).
 *
 * The page knows no rule: what may be done is `legal`, what it would bring is `effects`, both made by the table. */
import type { View } from './games';
import type { Step as AnyStep } from './protocol.gen';

export * from './games';
export * from './protocol.gen';

/* A position, and the move that led to it; steps[0] has none. */
export type Step<V = View> = Omit<AnyStep, 'view'> & { view: V };
