import { calls } from '@atrium/contract/contract.ts';
import type { Profile } from '@atrium/contract/people/profile.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { AuditPage } from './AuditPage.tsx';
import { fieldWords } from './auditWords.ts';

const row = {
  id: 2,
  at: '2026-11-25 09:00:00',
  action: 'setting.changed',
  userid: 1,
  target_type: 'setting',
  target_id: 0,
  target_name: 'email',
  ip: '192.0.2.7',
  agent: '',
  detail: {
    changes: {
      password: { from: null, to: '••••••' },
      msg_unread_user_minute: { from: -1, to: 0 },
      port: { from: null, to: 0 },
      smtp_port: { from: 25, to: 44_911 },
      factor_required_at: { from: 0, to: 1790000000000 },
    },
  },
};
const kept = { ...row, id: 3, target_name: 'retention', detail: { changes: { user: { from: 1, to: 0 } } } };
const failed = {
  ...row,
  id: 1,
  action: 'signin.failed',
  userid: 0,
  target_type: 'user',
  target_name: 'eve@example.com',
};
const taken = {
  ...failed,
  id: 4,
  action: 'export.requested',
  userid: 1,
  target_type: '',
  target_name: '',
  detail: { kind: 'person', projects: [] },
};
const pageOf = (data: unknown[]) => ({ data: { ...empty, data, total: data.length, last_page: 1 } }).data;
const empty = {
  current_page: 1,
  per_page: 50,
  last_page: 1,
  from: 1,
  to: 2,
  first_page_url: '',
  last_page_url: '',
  next_page_url: null,
  prev_page_url: null,
  path: '',
  time: 1,
};

test('the audit log shows old and new value, and asks again with a filter', async () => {
  const asked: unknown[] = [];
  serve({
    'system/audit': (input: unknown) => {
      asked.push(input);
      const { ip } = input as { ip?: string };
      return pageOf(ip ? [] : [row, failed, kept, taken]);
    },
    'system/setting/audit': () => ({ days: 365 }),
  });
  const { screen, user } = await open(<AuditPage />, {
    path: '/manage/setting/audit',
    me: { identity: ['admin'] } as Partial<Profile>,
  });
  const [first, second] = within(await screen.findByRole('list', { name: 'Audit log' })).getAllByRole('listitem', {
    hidden: false,
  });
  expect(first?.textContent).toContain('Password: – → ••••••');
  expect(first?.textContent).toContain('Direct chats, after: Never → 0 minutes');
  expect(first?.textContent).toContain('Port: – → 0');
  expect(first?.textContent).toContain('Port: 25 → 44911');
  expect(first?.textContent).not.toContain('factor');
  expect(document.body.textContent).toContain('Direct messages: 1 days → Forever');
  expect(first?.textContent).toContain('192.0.2.7');
  expect(second).toBeTruthy();
  expect(screen.getByText('eve@example.com')).toBeTruthy();
  expect(screen.getByText('Not signed in')).toBeTruthy();
  expect(screen.getByText('Type: Data of a person')).toBeTruthy();
  await user.type(screen.getByLabelText('IP address'), '10.');
  await screen.findByText('No matching entries.');
  expect(asked.at(-1)).toMatchObject({ ip: '10.', page: 1 });
});

test('every field of the settings has a name in the catalogs', () => {
  const sections: Record<string, string> = { email: 'system/setting/email', system: 'system/setting' };
  for (const name of ['backup', 'checkin', 'file', 'meeting', 'retention', 'thirdaccess', 'aibot', 'assistant'])
    sections[name] = `system/setting/${name}`;
  const raw = Object.entries(sections).flatMap(([section, path]) => {
    const input = calls.find((call) => call.path === path)?.input as { properties?: object } | undefined;
    const names = Object.keys(input?.properties ?? {}).filter((name) => name !== 'type');
    expect(names, path).not.toEqual([]);
    return names.filter((name) => fieldWords(name, section) === name.replace(/^(ldap|smtp)_/, '').replaceAll('_', ' '));
  });
  expect(raw).toEqual([]);
});
