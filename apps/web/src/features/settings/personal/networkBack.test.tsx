import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SettingsScreen } from '#features/settings/SettingsScreen.tsx';
import { client } from '#sync/session.ts';
import { LOST, open, serve } from '#testing/stage.tsx';

const PEOPLE = { data: [], total: 0, current_page: 1, last_page: 1, per_page: 20 };
const KNOWN = {
  list: [],
  faceimg: '',
  edit: 'open',
  face_upload: 'close',
  modes: ['manual'],
  time: ['09:00', '18:00'],
  timezone: 'UTC',
  bot: 9,
};
const PAGES: [page: string, path: string, answers: Record<string, unknown>, shows: string | RegExp][] = [
  [
    'device',
    'users/device/list',
    {
      'users/device/list': {
        list: [
          {
            id: 1,
            detail: { app_name: 'Firefox' },
            used_at: '2026-11-25 10:00:00',
            used_ip: '203.0.113.7',
            created_at: '2026-11-02 09:00:00',
          },
        ],
      },
    },
    'Sign out',
  ],
  [
    'license',
    'system/license',
    { 'system/license': { license: 'Free', info: { people: 0, expired_at: null }, user_count: 7, error: [] } },
    '7',
  ],
  ['system?tab=meeting', 'system/setting/meeting', { 'system/setting/meeting': { open: 'open' } }, 'Allow meetings'],
  [
    'system?tab=mail',
    'system/setting/email',
    {
      'system/setting/email': {
        smtp_server: '',
        port: 587,
        account: '',
        has_password: false,
        smtp_secure: 'auto',
        sender: '',
        default_sender: 'x@y.example',
        is_fixed: false,
      },
    },
    'Port',
  ],
  ['system?tab=priorities', 'system/priority', { 'system/priority': [] }, /Add/],
  ['stickers', 'dialog/sticker/sets', { 'dialog/sticker/sets': { list: [] } }, /Add/],
  ['checkin', 'users/checkin/get', { 'users/checkin/get': KNOWN, 'users/checkin/list': [] }, /Working hours:/],
  ['projects', 'project/lists', { 'project/lists': PEOPLE }, /./],
  ['team', 'users/department/list', { 'users/department/list': [], 'users/lists': PEOPLE }, 'Everyone'],
];

test.each(PAGES)('without a network %s says so, and loads once it is back', async (page, path, answers, shows) => {
  let isAway = true;
  const server = serve(new Proxy(answers, { get: (all, name) => (isAway ? LOST : all[String(name)]) }));
  client.setting = { checkin: 'open', reg_verify: 'close', server_timezone: 'UTC' } as SettingsAnswer;
  // Once is enough here; the retry after a second has its own test.
  vi.spyOn(client.api, 'read').mockImplementation((call, input, opts) => client.api.call(call, input, opts));
  const states = vi.spyOn(client, 'onState');
  const { screen } = await open(<SettingsScreen />, {
    path: '/manage/setting/:page',
    at: `/manage/setting/${page}`,
    me: { identity: ['admin'] },
  });
  await screen.findByText('Request failed. Try again.');
  expect(server.inputsOf(path)).toHaveLength(1);
  isAway = false;
  await act(async () => {
    for (const [listener] of states.mock.calls) listener('ready');
  });
  await expect.poll(() => screen.queryByText('Request failed. Try again.')).toBeNull();
  expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0);
});
