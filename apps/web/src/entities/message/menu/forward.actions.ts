import { msgForward, msgSendfileid, msgSendtaskid } from '@atrium/contract/chat/messageActions.ts';
import { newSession } from '#entities/session/session.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { type Forwarding, type ForwardTarget, wire } from './forwardTargets.ts';

/** True if it succeeded; otherwise a modal shows the server's error. */
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

/** A choice that is on unless turned off on this device. */
const remembered = (key: string) => ({
  isOn: () => localStorage.getItem(key) !== '0',
  keep: (isOn: boolean) => localStorage.setItem(key, isOn ? '1' : '0'),
});
export const showsSource = remembered('forward.show_source');
export const beginsSession = remembered('forward.new_session');

/** Begins a session with each assistant among the targets; false if one failed, with its reason shown. */
export async function beginSessions(targets: readonly ForwardTarget[]): Promise<boolean> {
  for (const target of targets.filter((each) => each.isAssistant)) {
    const { dialogids, userids } = wire({ targets: [target], leave: '' });
    const [dialog_id, userid] = [dialogids[0], userids[0]];
    try {
      await newSession({ ...(dialog_id && { dialog_id }), ...(userid && { userid }) });
    } catch (error) {
      showProblem(t('session.failed', { reason: wordsOf(error) }));
      return false;
    }
  }
  return true;
}
