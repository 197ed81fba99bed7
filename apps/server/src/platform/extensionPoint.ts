/** One module's addition to an extension point of another. */
export interface Contribution {
  point: ExtensionPoint<never>;
  item: unknown;
}

/**
 * Where modules add to one that comes before them in the order of modules, which therefore cannot import them: it owns
 * the point and asks for the contributions when it runs. Each server keeps its own.
 */
export class ExtensionPoint<T> {
  with(item: T): Contribution {
    return { point: this as unknown as ExtensionPoint<never>, item };
  }

  /** The contributions, in the order of modules. */
  of({ contributions }: { contributions: readonly Contribution[] }): readonly T[] {
    return contributions.filter(({ point }) => (point as unknown) === this).map(({ item }) => item as T);
  }
}
