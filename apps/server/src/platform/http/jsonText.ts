/** An answer that is JSON already and is not serialized again. */
class SerializedJson {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
  /** Nested in another value it is serialized as its content. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/** Marks JSON text as a `T`; the caller is responsible for that. */
export const serializedJson = <T>(json: string): T => new SerializedJson(json) as T;

export const parsedJson = (data: unknown): unknown => (data instanceof SerializedJson ? data.toJSON() : data);

export const jsonOf = (data: unknown): string => (data instanceof SerializedJson ? data.json : JSON.stringify(data));
