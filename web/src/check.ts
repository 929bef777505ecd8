/* Validators for data from outside: small functions, composed as the data is. Types are inferred from them, so nothing is declared
 * twice. */

export type Check<T> = (x: unknown) => x is T;
export type Checked<C> = C extends Check<infer T> ? T : never;

/* An optional member. */
interface Maybe<T> {
  maybe: Check<T>;
}

type Fields = Record<string, Check<unknown> | Maybe<unknown>>;
type Required<F> = { [K in keyof F as F[K] extends Maybe<unknown> ? never : K]: F[K] extends Check<infer T> ? T : never };
type Optional<F> = { [K in keyof F as F[K] extends Maybe<unknown> ? K : never]?: F[K] extends Maybe<infer T> ? T : never };
export type Members<F> = { [K in keyof (Required<F> & Optional<F>)]: (Required<F> & Optional<F>)[K] };

export const text = (x: unknown): x is string => typeof x === 'string';
export const number = (x: unknown): x is number => typeof x === 'number';
export const flag = (x: unknown): x is boolean => typeof x === 'boolean';
export const word =
  <W extends string | null>(...words: W[]): Check<W> =>
  (x): x is W =>
    words.includes(x as W);
export const either =
  <A, B>(a: Check<A>, b: Check<B>): Check<A | B> =>
  (x): x is A | B =>
    a(x) || b(x);
export const both =
  <A, B>(a: Check<A>, b: Check<B>): Check<A & B> =>
  (x): x is A & B =>
    a(x) && b(x);
export const orNull = <T>(check: Check<T>): Check<T | null> => either(check, word(null));
export const maybe = <T>(check: Check<T>): Maybe<T> => ({ maybe: check });
export const list =
  <T>(check: Check<T>): Check<T[]> =>
  (x): x is T[] =>
    Array.isArray(x) && x.every(check);
export const pair =
  <T>(check: Check<T>): Check<[T, T]> =>
  (x): x is [T, T] =>
    Array.isArray(x) && x.length === 2 && x.every(check);
export const dictionary =
  <T>(check: Check<T>): Check<Record<string, T>> =>
  (x): x is Record<string, T> =>
    isObject(x) && Object.values(x).every(check);
export const object =
  <F extends Fields>(fields: F): Check<Members<F>> =>
  (x): x is Members<F> =>
    isObject(x) &&
    Object.entries(fields).every(([name, check]) =>
      typeof check === 'function' ? check(x[name]) : x[name] === undefined || check.maybe(x[name]),
    );

export function isObject(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null && !Array.isArray(x);
}
