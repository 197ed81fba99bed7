import * as d from '@atrium/contract/chat/dialogs.ts';
import { expect, test } from 'vitest';
import { refused, world } from '#testing/world';

test('deputies rename a group and manage members, but not its owner or each other', async () => {
  const { ada, bo, cy, dee, eve } = await world({ members: ['ada', 'bo', 'cy', 'dee', 'eve'] });
  const others = [bo, cy, dee].map(({ userid }) => userid);
  const { id: dialog_id } = await ada.call(d.groupAdd, { userids: others, chat_name: 'Yard' });
  const edit = (by: typeof ada) => by.call(d.groupEdit, { dialog_id, chat_name: `Yard of ${by.userid}` });
  const remove = (by: typeof ada, { userid }: typeof ada) => by.call(d.groupDeluser, { dialog_id, userids: [userid] });
  await expect(edit(bo)).rejects.toMatchObject(refused('dialog.owner'));
  await expect(remove(bo, dee)).rejects.toMatchObject(refused('group.remove'));

  for (const each of [bo, cy]) await ada.call(d.groupAdddeputy, { dialog_id, userid: each.userid });
  expect(await ada.call(d.groupAdddeputy, { dialog_id, userid: bo.userid })).toEqual({
    id: dialog_id,
    // Sorted by registration.
    deputy_ids: [bo.userid, cy.userid].toSorted((a, b) => a - b),
  });
  const roles = async () =>
    Object.fromEntries((await dee.call(d.dialogUser, { dialog_id })).map(({ userid, role }) => [userid, role]));
  expect(await roles()).toEqual({ [ada.userid]: 0, [bo.userid]: 2, [cy.userid]: 2, [dee.userid]: 0 });

  expect((await edit(bo)).name).toBe(`Yard of ${bo.userid}`);
  await bo.call(d.groupAdduser, { dialog_id, userids: [eve.userid] });
  await expect(dee.call(d.groupAdduser, { dialog_id, userids: [eve.userid] })).rejects.toMatchObject(
    refused('group.invite'),
  );
  await remove(cy, eve);
  await expect(remove(bo, cy)).rejects.toMatchObject(refused('group.remove'));
  await expect(remove(bo, ada)).rejects.toMatchObject(refused('group.owner_stays'));
  for (const call of [d.groupAdddeputy, d.groupDeldeputy, d.groupTransfer]) {
    await expect(bo.call(call, { dialog_id, userid: dee.userid })).rejects.toMatchObject(refused('dialog.owner'));
  }
  await expect(bo.call(d.groupDisband, { dialog_id })).rejects.toMatchObject(refused('dialog.owner'));
  await expect(ada.call(d.groupAdddeputy, { dialog_id, userid: eve.userid })).rejects.toMatchObject(
    refused('user.gone'),
  );
  await expect(ada.call(d.groupAdddeputy, { dialog_id, userid: ada.userid })).rejects.toMatchObject(
    refused('user.self'),
  );

  expect((await ada.call(d.groupDeldeputy, { dialog_id, userid: bo.userid })).deputy_ids).toEqual([cy.userid]);
  await expect(edit(bo)).rejects.toMatchObject(refused('dialog.owner'));
  // A deputy who becomes the owner is no deputy anymore, and the former owner becomes a plain member.
  await ada.call(d.groupTransfer, { dialog_id, userid: cy.userid });
  expect(Object.values(await roles())).toEqual([0, 0, 0, 0]);
  await expect(edit(ada)).rejects.toMatchObject(refused('dialog.owner'));
});
