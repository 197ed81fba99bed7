import { translate } from '@atrium/i18n/translate.ts';
import { pushNote } from '#modules/notifications/push.service';
import { callerNow } from '#modules/users/callers.service';
import type { App } from '#platform/app';
import { viewFor } from '#platform/work';
import type { ReturnedItems } from './follow.service.ts';
import { listItems } from './inbox.queries.ts';
import { presentItems } from './inbox.service.ts';

/** The job behind the end of a snooze: a push notifies closed pages, if the person still needs and may see it. */
export async function pushReturned(app: App, payload: unknown): Promise<void> {
  const { userid, ids } = payload as ReturnedItems;
  const caller = await callerNow(app, userid);
  if (!caller) return;
  const rows = await listItems(app.db, userid, { state: 'open', ids, limit: ids.length });
  const items = (await presentItems(viewFor(app, caller), rows)).filter(({ is_unread }) => is_unread);
  if (items.length === 0) return;
  await pushNote(app, userid, {
    title: translate(caller.lang, 'push.inbox'),
    body: items.map(({ title, text }) => [title, text].filter(Boolean).join(': ')).join('\n'),
    place: '/manage/inbox',
    tag: 'inbox',
    position: Math.max(...ids),
  });
}
