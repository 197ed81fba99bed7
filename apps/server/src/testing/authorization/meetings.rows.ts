import { meetingPlanSave } from '@atrium/contract/chat/meetingPlans.ts';
import { meetingLink, meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { wireTime } from '#platform/time/time';
import { TestClient } from '../world.ts';
import { group, people, type Rows } from './scene.ts';

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

/** A plan of the owner's to which the member is invited. */
const plan = async () => {
  const { id } = await people.owner.call(meetingPlanSave, { ...planned(), userids: [people.member.userid] });
  return { id };
};
const planned = () => ({ name: 'Talk', start_at: wireTime(new Date(Date.now() + 86_400_000)), minutes: 30 });
/** People who are not invited get the answer that it does not exist. */
const strangers = {
  ...out,
  outsider: 'meeting.plan_gone',
  administrator: 'meeting.plan_gone',
};

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
  'users/meeting/open#room': {
    input: async () => ({ type: 'room', dialog_id: (await group()).dialog_id }),
    cells: { ...out, outsider: 'dialog.gone', administrator: 'dialog.gone' },
  },
  'users/meeting/plan/save': { input: planned, cells: out },
  'users/meeting/plan/save#change': {
    input: async () => ({ ...planned(), ...(await plan()) }),
    cells: { ...strangers, member: 'meeting.plan_gone' },
  },
  'users/meeting/plan/date': {
    input: async () => {
      const [at, later] = [86_400_000, 90_000_000].map((ms) => wireTime(new Date(Date.now() + ms)));
      const repeated = { ...planned(), start_at: at ?? '', repeat: 'week' as const, userids: [people.member.userid] };
      const { id } = await people.owner.call(meetingPlanSave, repeated);
      return { id, at, start_at: later };
    },
    cells: { ...strangers, member: 'meeting.plan_gone' },
  },
  'users/meeting/plan/one': { input: plan, cells: strangers },
  'users/meeting/plan/lists': { input: () => ({ from: '2026-01-01', until: '2026-02-01' }), cells: out },
  // Everybody may know when colleagues are busy.
  'users/meeting/busy': {
    input: () => ({ userids: [people.owner.userid], from: '2026-01-01', until: '2026-01-08' }),
    cells: out,
  },
  'users/meeting/plan/delete': { input: plan, cells: { ...strangers, member: 'meeting.plan_gone' } },
};
