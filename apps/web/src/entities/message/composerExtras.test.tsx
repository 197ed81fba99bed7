import type { ClientDialog } from '@atrium/client/rows.ts';
import type { Profile } from '@atrium/contract/users.ts';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { composerExtras } from './composerExtras.ts';

const keysIn = (fields: object) => {
  client.user = { userid: 1 } as Profile;
  const dialog = { type: 'user', bot: 0, dialog_user: { userid: 2 }, ...fields } as unknown as ClientDialog;
  return composerExtras(
    dialog,
    () => {},
    () => {},
  ).map(({ key }) => key);
};

// covers B2-15
test('an anonymous message is offered to another person, not to bots, groups or oneself', () => {
  expect(keysIn({})).toContain('anon');
  expect(keysIn({ bot: 7 })).not.toContain('anon');
  expect(keysIn({ dialog_user: { userid: 1 } })).not.toContain('anon');
  expect(keysIn({ type: 'group', dialog_user: null })).toEqual(['file', 'picture', 'location', 'chain', 'vote']);
});
