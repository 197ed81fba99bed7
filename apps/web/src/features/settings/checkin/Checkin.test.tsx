import type { UserRow } from '@atrium/contract/people/accounts.ts';
import type { Profile } from '@atrium/contract/people/profile.ts';
import type { CheckinDevices, CheckinSetting } from '@atrium/contract/workspace/checkin.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { act, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { setMedia } from '#testing/media.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { SettingsScreen } from '../SettingsScreen.tsx';
import { CheckinModal } from '../team/CheckinModal.tsx';

const PROFILE = { email: 'ada@x.example', email_verity: 0 } as Partial<Profile>;
const page = (name: string, identity: string[] = []) =>
  open(<SettingsScreen />, {
    path: '/manage/setting/:page',
    at: `/manage/setting/${name}`,
    me: { ...PROFILE, identity },
  });
const setting = (checkin: 'open' | 'close') => {
  client.setting = { checkin, reg_verify: 'close', server_timezone: 'UTC' } as SettingsAnswer;
};

const KNOWN: CheckinDevices = {
  list: [{ id: 4, userid: ME, mac: 'A4:83:E7:00:00:01', remark: 'Phone' }],
  faceimg: '',
  edit: 'open',
  face_upload: 'close',
  modes: ['auto', 'manual'],
  time: ['09:00', '18:00'],
  timezone: 'Europe/Berlin',
  bot: 9,
};
const RULES: CheckinSetting = {
  open: 'open',
  time: ['09:00', '18:00'],
  days: [1, 2, 3, 4, 5],
  timezone: 'Europe/Berlin',
  advance: 120,
  delay: 120,
  remindin: 5,
  remindexceed: 10,
  edit: 'close',
  face_upload: 'close',
  face_retip: 'close',
  face_remark: '',
  locat_remark: '',
  manual_remark: '',
  modes: ['manual'],
  locat_point: null,
  key: 'k1',
  face_key: 'f1',
  cmd: 'wget -qO- x | sh',
};

const CHILDREN = {
  personal: 'Profile',
  checkin: 'Check-in',
  language: 'Language',
  theme: 'Theme',
  keyboard: 'Keyboard',
  license: 'License',
  password: 'Password',
  email: 'Email',
  system: 'General',
  device: 'Devices',
  version: 'Version',
  delete: 'Delete account',
};
// covers A2-09
test.for(Object.entries(CHILDREN))('the settings have a page %s', async ([name, title]) => {
  setting('open');
  // The pages have their own tests; here nothing loads.
  serve(new Proxy({}, { get: () => () => new Promise(() => {}) }));
  const { screen } = await page(name, ['admin']);
  expect((await screen.findByRole('heading', { level: 1, name: title })).textContent).toBe(title);
  const links = within(screen.getByRole('navigation', { name: 'Settings' }));
  expect(links.getByRole('link', { name: title }).getAttribute('aria-current')).toBe('page');
});

test('without check-in the page does not exist', async () => {
  setting('close');
  serve(new Proxy({}, { get: () => () => new Promise(() => {}) }));
  const { screen } = await page('checkin');
  expect(screen.queryByRole('link', { name: 'Check-in' })).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
});

test('a member sees arrivals and departures month by month', async () => {
  setting('open');
  const server = serve({
    'users/checkin/get': KNOWN,
    'users/checkin/list': ({ ym }: { ym: string }) => [
      {
        date: `${ym}-03`,
        section: [
          ['08:57', '12:01'],
          ['13:02', ''],
        ],
      },
    ],
  });
  const { screen, user } = await page('checkin');
  const [year, month] = new Date().toISOString().slice(0, 7).split('-').map(Number);
  const before = new Date(Date.UTC(year ?? 0, (month ?? 1) - 2, 1)).toISOString().slice(0, 7);
  const cell = (await screen.findByText('08:57 – 12:01')).closest('td');
  expect(cell?.querySelector('time')?.dateTime).toMatch(/-03$/);
  expect(cell?.textContent).toBe('308:57 – 12:0113:02');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  await expect.poll(() => server.inputsOf('users/checkin/list').at(-1)).toEqual({ ym: before });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(false);
  expect(screen.getByText('Working hours: 09:00 to 18:00 (Europe/Berlin)')).toBeTruthy();
});

test('on narrow windows no month is called empty before its days are loaded', async () => {
  setting('open');
  setMedia({ width: 390 });
  const waiting: ((days: unknown) => void)[] = [];
  serve({ 'users/checkin/get': KNOWN, 'users/checkin/list': () => new Promise((resolve) => waiting.push(resolve)) });
  const { screen } = await page('checkin');
  await screen.findByRole('heading', { name: 'My check-ins' });
  expect(screen.queryByText('No check-ins this month')).toBeNull();
  await act(async () => {
    for (const tell of waiting) tell([]);
  });
  await screen.findByText('No check-ins this month');
});

test('devices are added and removed; after a refusal the fields keep their values', async () => {
  setting('open');
  let answer: unknown = refused('That is no address.');
  const server = serve({
    'users/checkin/get': KNOWN,
    'users/checkin/list': [],
    'users/checkin/save': () => answer,
  });
  const { screen, user } = await page('checkin');
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const macs = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Hardware address (MAC)' });
  await user.type(macs[1] as HTMLElement, 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('That is no address.');
  expect(macs[1]?.value).toBe('nonsense');
  await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
  answer = { ...KNOWN, list: [{ id: 5, userid: ME, mac: 'A4:83:E7:00:00:02', remark: '' }] };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(server.inputsOf('users/checkin/save').at(-1)).toEqual({
    type: 'mac',
    list: [{ mac: 'nonsense', remark: '' }],
  });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Hardware address (MAC)' }).value).toBe(
    'A4:83:E7:00:00:02',
  );
});

test('where administrators manage the devices, nobody else changes them', async () => {
  setting('open');
  serve({ 'users/checkin/get': { ...KNOWN, edit: 'close' }, 'users/checkin/list': [] });
  const { screen } = await page('checkin');
  expect(await screen.findByText('A4:83:E7:00:00:01')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add device' })).toBeNull();
});

test('an administrator sets when and how people check in', async () => {
  setting('close');
  let answer: unknown = refused('Choose a point first.');
  const server = serve({
    'system/setting/checkin': ({ type }: { type?: string }) =>
      type === 'save' ? answer : { ...RULES, open: 'close', timezone: '', modes: [], key: '', face_key: '', cmd: '' },
  });
  const { screen, user } = await open(<SettingsScreen />, {
    path: '/manage/setting/:page',
    at: '/manage/setting/system?tab=checkin',
    me: { ...PROFILE, identity: ['admin'] },
  });
  await user.click(await screen.findByRole('switch', { name: /Check-in/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Location/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Sat' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a point first.');
  await user.click(screen.getByRole('textbox', { name: 'Latitude' }));
  await user.paste('52.516275, 13.377704');
  answer = { ...RULES, modes: ['locat'], locat_point: { lat: 52.516275, lng: 13.377704, radius: 500 } };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.inputsOf('system/setting/checkin').length).toBe(3);
  expect(server.inputsOf('system/setting/checkin').at(-1)).toMatchObject({
    type: 'save',
    open: 'open',
    modes: ['locat'],
    days: [1, 2, 3, 4, 5, 6],
    // By default the administrator's own.
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locat_point: { lat: 52.516275, lng: 13.377704, radius: 500 },
  });
  await expect.poll(() => client.setting?.checkin).toBe('open');
  expect(await screen.findByRole('button', { name: 'Select people' })).toBeTruthy();
});

test('a number can be deleted digit by digit and retyped; an empty one falls back to the default', async () => {
  setting('open');
  const server = serve({
    'system/setting/checkin': { ...RULES, modes: ['locat'], locat_point: { lng: 1, lat: 2, radius: 500 } },
  });
  const { screen, user } = await page('system?tab=checkin', ['admin']);
  const radius = await screen.findByLabelText<HTMLInputElement>('Radius');
  await user.type(radius, '{Backspace>10/}');
  expect(radius.value).toBe('');
  await user.type(radius, '75');
  expect(radius.value).toBe('75 m');
  const early = screen.getByLabelText<HTMLInputElement>('Check-in opens before work');
  await user.clear(early);
  await user.tab();
  expect(early.value).toBe('0 minutes');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.inputsOf('system/setting/checkin').at(-1))
    .toMatchObject({ advance: 0, locat_point: { radius: 75 } });
});

test('a photo of one’s face is uploaded and removed', async () => {
  setting('open');
  const server = serve({
    'users/checkin/get': { ...KNOWN, face_upload: 'open' },
    'users/checkin/list': [],
    'users/checkin/save': ({ faceimg }: { faceimg: string }) => ({
      ...KNOWN,
      face_upload: 'open',
      faceimg: faceimg && `https://x.example/${faceimg}`,
    }),
  });
  vi.spyOn(client.api, 'upload').mockResolvedValue({ path: 'picture/abcdefghijk' } as never);
  const { screen, user } = await page('checkin');
  const part = await screen.findByRole('region', { name: 'My face photo' });
  expect(within(part).queryByRole('button', { name: 'Remove photo' })).toBeNull();
  const field = part.querySelector<HTMLInputElement>('input[type=file]') ?? document.querySelector('input[type=file]');
  await user.upload(field as HTMLInputElement, new File(['x'], 'me.png', { type: 'image/png' }));
  const picture = await within(part).findByRole<HTMLImageElement>('img', { name: 'My face photo' });
  expect(picture.src).toBe('https://x.example/picture/abcdefghijk/thumb');
  await user.click(within(part).getByRole('button', { name: 'Remove photo' }));
  await expect.poll(() => within(part).queryByRole('img')).toBeNull();
  expect(server.inputsOf('users/checkin/save')).toEqual([
    { type: 'face', faceimg: 'picture/abcdefghijk' },
    { type: 'face', faceimg: '' },
  ]);
});

test('an administrator manages another person’s devices', async () => {
  setting('open');
  const bo = { userid: 2, nickname: 'Bo', email: 'bo@x.example' } as UserRow;
  const device = { id: 3, mac: 'A4:83:E7:00:00:09', remark: '' };
  const server = serve({
    'users/lists': { data: [{ ...bo, checkin_macs: [device], checkin_face: 'https://x.example/picture/face' }] },
    'users/operation': refused('That one is taken.'),
  });
  const onClose = vi.fn();
  const { screen, user } = await open(<CheckinModal user={bo} onClose={onClose} />);
  const mac = await screen.findByRole('textbox', { name: 'Hardware address (MAC)' });
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: /face photo/ }).href).toContain('/picture/face');
  await user.clear(mac);
  await user.type(mac, 'A4:83:E7:00:00:10{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('That one is taken.');
  server.answers['users/operation'] = {};
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.inputsOf('users/operation').at(-1)).toEqual({
    userid: 2,
    type: 'checkin_macs',
    checkin_macs: [{ mac: 'A4:83:E7:00:00:10', remark: '' }],
  });
});
