import type { FormField, ProgramForm } from '@atrium/contract/chat/actions.ts';
import type { App } from '#platform/app';
import { randomHex, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Answer } from './answer.ts';

const OPEN_MS = 30 * 60_000;
const keyOf = (ticket: string) => `form:${tokenHash(ticket)}`;

/** A form that a person has open. All nodes share it. */
export interface OpenForm {
  bot: number;
  userid: number;
  dialogId: number;
  msgId: number;
  id: string;
  fields: FormField[];
}

export async function openForm(
  app: App,
  to: Pick<OpenForm, 'bot' | 'userid' | 'dialogId' | 'msgId'>,
  { id, title, submit = '', fields }: NonNullable<Answer['form']>,
): Promise<ProgramForm> {
  const ticket = randomHex(24);
  const open: OpenForm = { ...to, id, fields };
  await app.shortLived.set(keyOf(ticket), JSON.stringify(open), OPEN_MS);
  return { ticket, title, submit, fields };
}

/** @throws program.form_gone */
export async function readForm(app: App, ticket: string, userid: number): Promise<OpenForm> {
  const text = await app.shortLived.get(keyOf(ticket));
  const open = text ? (JSON.parse(text) as OpenForm) : undefined;
  if (!open || open.userid !== userid) throw fail('program.form_gone');
  return open;
}

export const closeForm = (app: App, ticket: string) => app.shortLived.delete(keyOf(ticket));

/** Checks and returns the values of the fields that the form has. @throws program.form_field */
export function checkedValues(
  fields: readonly FormField[],
  given: readonly { name: string; value: string }[],
): Record<string, string> {
  const values = new Map(given.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    fields.map((field) => {
      const value = (values.get(field.name) ?? '').trim();
      if (!isValid(field, value)) throw fail('program.form_field', { field: field.label, name: field.name });
      return [field.name, value];
    }),
  );
}

function isValid({ type, required, options }: FormField, value: string): boolean {
  if (value === '') return !required;
  switch (type) {
    case 'number':
      return Number.isFinite(Number(value));
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'select':
      return options?.some((option) => option.value === value) ?? false;
    case 'checkbox':
      return value === '1' || (value === '0' && !required);
    default:
      return true;
  }
}
