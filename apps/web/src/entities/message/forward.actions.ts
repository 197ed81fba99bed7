import { msgForward, msgSendfileid, msgSendtaskid } from '@atrium/contract/messages.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { showProblem } from '#ui/problem.ts';
import { type Forwarding, wire } from './forwardTargets.ts';

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
export const sendDrive = (fileId: number, forwarding: Forwarding) =>
  said(client.api.call(msgSendfileid, { file_id: fileId, ...wire(forwarding) }));

const KEY = 'forward.show_source';
/** On unless the person has switched it off. */
export const showsSource = () => localStorage.getItem(KEY) !== '0';
export const keepShowsSource = (isOn: boolean) => localStorage.setItem(KEY, isOn ? '1' : '0');
