/** An answer other than success, as HTTP words it. `condition` names a WebDAV condition for the body. */
export class Refusal extends Error {
  readonly status: number;
  readonly condition: string | undefined;
  constructor(status: number, condition?: string) {
    super(condition ?? String(status));
    this.status = status;
    this.condition = condition;
  }
}
