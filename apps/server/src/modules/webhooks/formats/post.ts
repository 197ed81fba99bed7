/** The message that a webhook posts. */
export interface Post {
  /** The text of the message, as Markdown. */
  text: string;
  /** The sender's own name for itself. */
  username?: string | undefined;
  /** An emoji before that name. */
  icon?: string | undefined;
  /** The message that the post answers. */
  replyId?: number | undefined;
}

/** A refusal, in Slack's words. */
export class Refusal extends Error {
  readonly status: number;
  readonly word: string;
  constructor(status: number, word: string) {
    super(word);
    this.status = status;
    this.word = word;
  }
}

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Nested fields; {} if there are none. */
export const fieldsIn = (from: Fields, name: string): Fields => {
  const value = from[name];
  return isFields(value) ? value : {};
};
export const listIn = (from: Fields, name: string): Fields[] => {
  const value = from[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
};
/** Refuses a body without content, although the sender's headers announce a known format. */
export function requireUsable(isUsable: boolean): void {
  if (!isUsable) throw new Refusal(400, 'invalid_payload');
}
/** Text or a number as text; '' for everything else. */
export const textIn = (from: Fields, name: string): string => {
  const value = from[name];
  return typeof value === 'string' ? value.replaceAll('\0', '') : typeof value === 'number' ? String(value) : '';
};
