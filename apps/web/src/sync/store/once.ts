/**
 * Made when it is first needed. A screen begins with a dozen formats of dates that it mostly shows none of, and a browser
 * takes a third of a millisecond to make one.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
