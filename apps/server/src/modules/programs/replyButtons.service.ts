import type { MessageAction } from '@atrium/contract/chat/actions.ts';
import type { App } from '#platform/app';
import { randomHex, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';

const OPEN_MS = 30 * 60_000;
const keyOf = (ticket: string) => `reply:${tokenHash(ticket)}`;

/** The buttons of a reply that only one person sees. All nodes share them. */
export interface OwnButtons {
  bot: number;
  userid: number;
  dialogId: number;
  actions: readonly MessageAction[];
}

/** Remembers the buttons of a reply; returns what proves that the person saw them, '' for a reply without buttons. */
export async function storeButtons(app: App, buttons: OwnButtons): Promise<string> {
  if (buttons.actions.length === 0) return '';
  const ticket = randomHex(24);
  await app.shortLived.set(keyOf(ticket), JSON.stringify(buttons), OPEN_MS);
  return ticket;
}

/** @throws program.action_gone */
export async function readButtons(app: App, ticket: string, userid: number): Promise<OwnButtons> {
  const text = await app.shortLived.get(keyOf(ticket));
  const buttons = text ? (JSON.parse(text) as OwnButtons) : undefined;
  if (!buttons || buttons.userid !== userid) throw fail('program.action_gone');
  return buttons;
}
