/** One module's addition to an extension point of another. */
export interface Contribution {
  point: ExtensionPoint<never>;
  item: unknown;
}

/**
 * An extension point, by which later modules contribute to an earlier one that cannot import them: the earlier module
 * owns the point and reads the contributions at run time. Each server has its own.
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
