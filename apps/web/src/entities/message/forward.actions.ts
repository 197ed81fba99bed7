import { msgForward, msgSendtaskid } from '@atrium/contract/messages.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { showProblem } from '#ui/problem.ts';

/** Whom something goes to: a conversation that there is (`d:` and its id), or a person. */
export interface ForwardTarget {
  userid: string;
  type: 'group' | 'user';
  name: string;
  avatar: string;
  group_type: string;
}

export interface Forwarding {
  targets: readonly ForwardTarget[];
  leave: string;
  isShown: boolean;
}

const EXISTING = /^d:(\d+)$/;
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function wire({ targets, leave }: Forwarding) {
  const dialogids = targets.flatMap(({ userid }) => EXISTING.exec(userid)?.[1] ?? []).map(Number);
  const userids = targets.filter(({ userid }) => !EXISTING.test(userid)).map(({ userid }) => Number(userid));
  const lines = leave.trim() && leave.trim().split('\n');
  return {
    dialogids,
    userids,
    ...(lines && { leave_message: lines.map((line) => `<p>${escape(line)}</p>`).join('') }),
  };
}

/** True where it went; where not, the server's words stand in a modal. */
async function said(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    showProblem(wordsOf(error));
    return false;
  }
}

export const forwardMessages = (ids: readonly number[], forwarding: Forwarding) =>
  said(client.api.call(msgForward, { msg_ids: [...ids], show_source: forwarding.isShown, ...wire(forwarding) }));
export const sendTask = (taskId: number, forwarding: Forwarding) =>
  said(client.api.call(msgSendtaskid, { task_id: taskId, ...wire(forwarding) }));

const KEY = 'forward.show_source';
/** On unless the person has switched it off. */
export const showsSource = () => localStorage.getItem(KEY) !== '0';
export const keepShowsSource = (isOn: boolean) => localStorage.setItem(KEY, isOn ? '1' : '0');
