/** An answer that is JSON already and is not serialized again. */
class SerializedJson {
  readonly parts: readonly string[];

  constructor(parts: readonly string[]) {
    this.parts = parts;
  }
  get json(): string {
    return this.parts.join('');
  }
  /** If the answer is nested in another value, it is serialized as its content. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/**
 * Marks JSON text as a `T`; the caller is responsible for that. The parts are joined once for the whole answer, because
 * copying 2 MB takes as long as reading it from the database.
 */
export const serializedJson = <T>(...parts: string[]): T => new SerializedJson(parts) as T;

/** An array of values that are JSON already, in parts. */
export const jsonArray = (values: readonly string[]): string[] => [
  '[',
  ...values.map((value, index) => (index === 0 ? value : `,${value}`)),
  ']',
];

export const parsedJson = (data: unknown): unknown => (data instanceof SerializedJson ? data.toJSON() : data);

export const jsonOf = (data: unknown): string => (data instanceof SerializedJson ? data.json : JSON.stringify(data));

/** Joins `before`, the value as JSON, and `after`. */
export const jsonBetween = (before: string, data: unknown, after: string): string =>
  data instanceof SerializedJson ? [before, ...data.parts, after].join('') : before + JSON.stringify(data) + after;
