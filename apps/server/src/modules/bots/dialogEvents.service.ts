import { randomUUID } from 'node:crypto';
import type { OnDialogChange } from '#modules/dialogs/members/memberChanges.service';
import { exitDialog } from '#modules/dialogs/members/membership.service';
import { displayName } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import { enqueuePush, listBotsLeft, listBotsListeningTo } from './bots.queries.ts';
import type { Fields } from './push.service.ts';

/** Tells the programs of bots in a conversation that somebody opened it, joined or left; not of the bot itself. */
export const tellBots: OnDialogChange = async (work, event, places) => {
  const bots = await listBotsListeningTo(work.tx, [...new Set(places.map(({ dialog_id }) => dialog_id))], event);
  if (bots.length === 0) return;
  const { caller, app, now } = work;
  const people = await listBasics(work.tx, [...new Set(places.map(({ userid }) => userid))]);
  for (const { bot, ...dialog } of bots) {
    for (const { userid } of places.filter((place) => place.dialog_id === dialog.dialog_id && place.userid !== bot)) {
      const member = people.find((each) => each.userid === userid);
      const fields: Fields = {
        dialog_id: String(dialog.dialog_id),
        dialog_type: dialog.dialog_type,
        group_type: dialog.group_type,
        dialog_name: dialog.dialog_name,
        member: JSON.stringify(member ? { userid, email: member.email, nickname: displayName(member) } : { userid }),
        operator: JSON.stringify({ userid: caller.userid, nickname: caller.nickname }),
        bot_uid: String(bot),
        version: app.version,
        timestamp: String(Math.floor(now.getTime() / 1000)),
      };
      await enqueuePush(work.tx, { bot, event, fields, id: randomUUID() });
    }
  }
};

/** Removes the bots of people who leave a group: they could read on through them. */
export const takeBotsAlong: OnDialogChange = async (work, event, places) => {
  if (event !== 'member_leave') return;
  const left = await listBotsLeft(work.tx, places);
  for (const [dialogId, bots] of Map.groupBy(left, (each) => each.dialog_id)) {
    await exitDialog(
      work,
      dialogId,
      bots.map(({ bot }) => bot),
    );
  }
};
