import { messageUpdated } from '@atrium/contract/chat/messages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { anyDialog } from '#modules/dialogs/dialogs.access';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import type { Work } from '#platform/work';
import { storeMsg } from './marks/todos.queries.ts';
import { lockNoticesAbout } from './notices.queries.ts';

/** Replaces the name of a person in the notices that others posted about them; their own are deleted with their messages. */
export async function renameInNotices(work: Work, userid: number, was: string, name: string): Promise<void> {
  for (const { id, dialog_id, msg: before } of await lockNoticesAbout(work.tx, userid, was)) {
    const data = { ...before.data, [before.key === 'notice.tel' ? 'peer' : 'name']: name };
    const msg = { ...before, data, notice: translate('en', before.key, data) };
    await storeMsg(work.tx, id, msg, work.now);
    const dialog = await anyDialog(work, dialog_id);
    if (dialog)
      work.emit(messageUpdated, dialogAudience(dialog), { id, dialog_id, type: 'notice', mtype: 'notice', msg });
  }
}
