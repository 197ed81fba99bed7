/**
 * Returns a function that creates a value on first use. A screen has a dozen date formats that it rarely needs, and
 * creating one takes a browser a third of a millisecond.
 */
export function lazyValue<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
