import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendlocation } from '@atrium/contract/chat/locations.ts';
import { expect, test } from 'vitest';
import { person, refused, testServer } from '#testing/world';

const CAFE = { lng: 13.4, lat: 52.5, title: 'Café', address: 'Street 1' };

// covers B3-05
test('a location is sent with its label and found in the recipient’s list; a retry sends it once', async () => {
  await testServer();
  const [ada, bo, eve] = await Promise.all([person('ada'), person('bo', { live: true }), person('eve')]);
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const send = () => ada.call(msgSendlocation, { dialog_id: id, ...CAFE }, { mutation: 'place-1' });
  const sent = await send();
  expect(sent).toMatchObject({ type: 'location', mtype: 'location' });
  expect(sent.msg).toEqual({ ...CAFE, type: 'wgs84', distance: 0, thumb: '', width: 600, height: 300 });
  expect((await send()).id).toBe(sent.id);
  expect((await bo.receives('dialog', 'add', (frame) => frame.data['id'] === sent.id)).data['msg']).toEqual(sent.msg);
  const row = await bo.raw(`dialog/one?dialog_id=${id}`);
  expect((row.data['last_msg'] as { msg: { preview: string } }).msg.preview).toBe('[Location] Café');
  await expect(eve.call(msgSendlocation, { dialog_id: id, ...CAFE })).rejects.toMatchObject(refused('dialog.gone'));
});

test('an invalid location is refused', async () => {
  const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const refusal = (fields: object) =>
    ada.raw('dialog/msg/sendlocation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ dialog_id: id, ...CAFE, ...fields }),
    });
  expect((await refusal({ lng: 0, lat: 0 })).data).toMatchObject({ code: 'location.nowhere' });
  for (const [wrong, code] of [
    [{ lat: 91 }, 'parameter'],
    [{ lng: -181 }, 'parameter'],
    [{ lng: 'east' }, 'parameter'],
    [{ title: ' ' }, 'parameter.short'],
  ] as const) {
    expect([wrong, (await refusal(wrong)).data.code]).toEqual([wrong, code]);
  }
  // As forms encode it.
  expect((await refusal({ lng: '13.4', lat: '-0.5' })).data['msg']).toMatchObject({ lng: 13.4, lat: -0.5 });
});
