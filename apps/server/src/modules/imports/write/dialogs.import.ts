import { createGroup, joinDialog } from '#modules/dialogs/members/membership.service';
import type { Work } from '#platform/work';
import type { PlannedDialog } from '../imports.plan.ts';
import { findImportedDialog, forgetImportedGroup, putImportedPair, setImportedGroup } from './dialogs.queries.ts';
import { type IncomingMessage, importMessages } from './messages.service.ts';
import type { PeopleMap } from './people.import.ts';
import type { Tally } from './tally.ts';

/** Imports a conversation with all its messages; the importing person becomes a member of public ones. */
export async function importDialog(
  work: Work,
  source: string,
  plan: PlannedDialog,
  people: PeopleMap,
  tally: Tally,
): Promise<void> {
  const key = `${source}:${plan.external_id}`;
  const members = new Set(plan.members.flatMap((id) => people.get(id) ?? []));
  for (const message of plan.messages) if (message.author !== null) members.add(people.get(message.author) ?? 0);
  members.delete(0);
  if (plan.type === 'channel') members.add(work.caller.userid);
  const dialogId =
    plan.type === 'direct'
      ? await directDialog(work, key, [...members], tally)
      : await groupDialog(work, key, plan, [...members], tally);
  if (dialogId === 0) return;
  const messages = plan.messages.map(
    (message): IncomingMessage => ({
      key: `${key}:${message.external_id}`,
      author: message.author,
      kind: message.kind,
      text: message.text,
      type: message.type,
      createdAt: message.created_at,
      isEdited: message.edited_at !== null,
      replyKey: message.reply_to === null ? null : `${key}:${message.reply_to}`,
      reactions: message.reactions,
      files: message.files,
    }),
  );
  await importMessages(work, dialogId, messages, people, tally);
}

const NAME_CHARS = 100;

async function groupDialog(
  work: Work,
  key: string,
  plan: PlannedDialog,
  members: readonly number[],
  tally: Tally,
): Promise<number> {
  const known = await findImportedDialog(work.tx, key);
  // The group was deleted after an earlier import: this import makes another one, with all messages.
  if (known?.deleted_at) await forgetImportedGroup(work.tx, known.id);
  else if (known) {
    await joinDialog(work, known.id, members, { inviter: work.caller.userid, important: false });
    return known.id;
  }
  const name = [...(plan.name || plan.external_id)].slice(0, NAME_CHARS).join('');
  const dialog = await createGroup(work, {
    groupType: 'user',
    name,
    ownerId: work.caller.userid,
    linkId: 0,
    members: [...new Set([...members, work.caller.userid])],
    important: false,
  });
  await setImportedGroup(
    work.tx,
    { import_key: key, last_at: plan.created_at ? new Date(plan.created_at) : null },
    dialog.id,
  );
  tally.count('dialogs');
  return dialog.id;
}

/**
 * A pair of people has one dialog, so its name in the export is ignored. A conversation with an unknown person has no
 * second member.
 */
async function directDialog(work: Work, key: string, members: readonly number[], tally: Tally): Promise<number> {
  const [one, other = one] = members;
  if (one === undefined || other === undefined) return 0;
  const pair = [Math.min(one, other), Math.max(one, other)];
  const put = await putImportedPair(work.tx, pair, key);
  const id = put?.id ?? 0;
  await joinDialog(work, id, [...new Set(pair)], { inviter: work.caller.userid, important: true });
  if (put?.is_new) tally.count('dialogs');
  return id;
}
