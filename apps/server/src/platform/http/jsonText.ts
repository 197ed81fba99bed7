/** An answer that is JSON already, and is not written a second time. */
class Written {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
  /** Inside of something else it is what it says. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/** JSON text of a `T`; its maker is responsible for that. */
export const written = <T>(json: string): T => new Written(json) as T;

export const unwritten = (data: unknown): unknown => (data instanceof Written ? data.toJSON() : data);

export const jsonOf = (data: unknown): string => (data instanceof Written ? data.json : JSON.stringify(data));
