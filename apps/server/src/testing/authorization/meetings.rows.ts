import { meetingLink, meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { TestClient } from '../world.ts';
import { people, type Rows } from './scene.ts';

/** One meeting for all rows: none of them changes it. */
let made: Promise<{ meetingid: string }> | undefined;
const meeting = async () => {
  made ??= people.owner.call(meetingOpen, { type: 'create', name: 'Talk' });
  return { meetingid: (await made).meetingid };
};
const withCode = async () => {
  const named = await meeting();
  return { ...named, sharekey: (await people.owner.call(meetingLink, named)).split('/').at(-1) ?? '' };
};
const out = { nobody: 'auth.required', disabled: 'auth.required' };

export const rows: Rows = {
  'users/meeting/open': { input: () => ({ type: 'create', name: 'Talk' }), cells: out },
  // Every signed-in person who has the number may join.
  'users/meeting/open#join': { input: async () => ({ type: 'join', ...(await meeting()) }), cells: out },
  // Everybody with a valid code may, without an account by giving a name.
  'users/meeting/open#guest': { input: async () => ({ type: 'join', username: 'Cleo', ...(await withCode()) }) },
  'users/meeting/link': { input: meeting, cells: out },
  'users/meeting/link#guest': { input: withCode, cells: { nobody: 'meeting.members', disabled: 'meeting.members' } },
  'users/meeting/tourist': {
    input: async () => {
      const { meetingid, sharekey } = await withCode();
      const guest = new TestClient(people.owner.base);
      const { uid } = await guest.call(meetingOpen, { meetingid, sharekey, username: 'Cleo' });
      return { tourist_id: uid };
    },
    cells: out,
  },
  'users/meeting/invitation': { input: async () => ({ ...(await meeting()), userids: [people.third.userid] }) },
};
