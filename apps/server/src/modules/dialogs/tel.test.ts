import { dialogOpenUser, dialogTel } from '@atrium/contract/chat/dialogs.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { expect, test } from 'vitest';
import { administrator, refused, world } from '#testing/world';

test('a phone number is shown to a chat partner, and its owner learns of the request', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  await expect(ada.call(dialogTel, { dialog_id })).rejects.toEqual(refused('dialog.tel'));
  const tel = `0150${String(bo.userid).padStart(7, '0')}`;
  await bo.call(userEditdata, { tel });
  expect(await ada.call(dialogTel, { dialog_id })).toEqual({ tel });
  const { list } = await bo.call(msgList, { dialog_id });
  expect(list).toMatchObject([{ type: 'notice', userid: ada.userid, msg: { key: 'notice.tel' } }]);
  await expect(eve.call(dialogTel, { dialog_id })).rejects.toEqual(refused('dialog.gone'));
  const own = await ada.call(dialogOpenUser, { userid: ada.userid });
  await expect(ada.call(dialogTel, { dialog_id: own.id })).rejects.toEqual(refused('dialog.tel'));
  await (await administrator()).call(userOperation, { userid: ada.userid, type: 'settemp' });
  await expect(ada.call(dialogTel, { dialog_id })).rejects.toEqual(refused('dialog.temp'));
});
