import { msgAct, msgForm, type ProgramAnswer, type ProgramReply } from '@atrium/contract/chat/actions.ts';
import { type CommandInfo, commandList, commandRun } from '@atrium/contract/chat/commands.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { userStatus } from '@atrium/contract/people/profile.ts';
import { reminderAdd, reminderDelete, reminderList } from '@atrium/contract/people/reminders.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

/** An answer that only this person sees, until they close it or reload. */
export interface OwnReply extends ProgramReply {
  key: number;
}
interface Replies {
  list: readonly OwnReply[];
  dismiss(key: number): void;
}
const MOST_REPLIES = 50;
let serial = 0;

export const useReplies = create<Replies>((set) => ({
  list: [],
  dismiss: (key) => set(({ list }) => ({ list: list.filter((each) => each.key !== key) })),
}));
/** Shows a text to this person alone, below the conversation. */
export const showReply = (reply: Pick<ProgramReply, 'dialog_id' | 'name' | 'text'> & Partial<ProgramReply>) =>
  useReplies.setState(({ list }) => ({
    list: [...list, { actions: [], ticket: '', ...reply, key: ++serial }].slice(-MOST_REPLIES),
  }));

let isListening = false;
/** Listens for answers that come later. */
export function listenForReplies(): void {
  if (isListening) return;
  isListening = true;
  client.onReply(showReply);
}

/** The limit for a call, because a program may take ten seconds to answer. */
const PATIENCE = { timeoutMs: 20_000 };

/** Shows what a program said to the person alone; returns the answer for its form. */
function shown(dialogId: number, { reply, ...answer }: ProgramAnswer, ticket = ''): Omit<ProgramAnswer, 'reply'> {
  if (!reply) return answer;
  const { replaces, ...said } = reply;
  const old = replaces && ticket ? useReplies.getState().list.find((each) => each.ticket === ticket) : undefined;
  const next = { ...said, dialog_id: dialogId };
  if (!old) showReply(next);
  else {
    const replaced = { ...next, key: old.key };
    useReplies.setState(({ list }) => ({ list: list.map((each) => (each === old ? replaced : each)) }));
  }
  return answer;
}

/** @throws CallError */
export const press = async (dialogId: number, input: InputOf<typeof msgAct>) =>
  shown(dialogId, await client.api.call(msgAct, input, PATIENCE), input.ticket);
/** @throws CallError */
export const sendForm = async (dialogId: number, input: InputOf<typeof msgForm>) =>
  shown(dialogId, await client.api.call(msgForm, input, PATIENCE));
/** @throws CallError */
export const runCommand = async (dialogId: number, id: number, text: string) =>
  shown(dialogId, await client.api.call(commandRun, { dialog_id: dialogId, id, text }, PATIENCE));

const FRESH_MS = 60_000;
let known: { at: number; list: readonly CommandInfo[] } | null = null;
/** Reads custom commands, again after a minute. Without a network, the known ones are returned. */
export async function readCommands(): Promise<readonly CommandInfo[]> {
  if (known && Date.now() - known.at < FRESH_MS) return known.list;
  try {
    const { list } = await client.api.read(commandList, {});
    known = { at: Date.now(), list };
  } catch {
    known ??= { at: 0, list: [] };
  }
  return known.list;
}

/** True if it succeeded; otherwise the server's error has been shown. */
async function said(answer: Promise<unknown>, words: string): Promise<boolean> {
  try {
    await answer;
    notify(words);
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

/** Sets the status. `pauses`: notifications are paused too, for these minutes. */
export const setStatus = (emoji: string, text: string, minutes: number | null, pauses = false) =>
  said(
    client.api.call(userStatus, { emoji, text, ...(minutes && { minutes, dnd: pauses }) }),
    t(emoji || text || pauses ? 'status.saved' : 'status.cleared'),
  );

/** The time itself is sent, not how long until then, because a minute may begin between the two clocks. */
export const addReminder = (text: string, at: Date) =>
  said(client.api.call(reminderAdd, { text, at: toWire(at) }), t('reminder.saved'));
export const readReminders = () => client.api.read(reminderList, {});
export const removeReminder = (id: number) => said(client.api.call(reminderDelete, { id }), t('reminder.deleted'));

/** The address of the other account of a direct conversation. */
export const emailOf = (dialogId: number): string => client.store.get('dialog', dialogId)?.email ?? '';
