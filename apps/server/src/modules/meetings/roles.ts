import type { MeetingPerson, MeetingRole } from '@atrium/contract/chat/meetingRoom.ts';

/** The role that a person has by the meeting itself, regardless of the other people in it. */
export function roleOf(userid: number, meeting: { userid: number }, stored: string | undefined): MeetingRole {
  if (userid === 0) return 'guest';
  if (userid === meeting.userid) return 'host';
  return stored === 'cohost' ? 'cohost' : 'member';
}

const isAppointed = ({ role }: MeetingPerson) => role === 'host' || role === 'cohost';

/**
 * Decides who may admit, mute and remove: host and co-hosts, and while none of them is there, the member who has been
 * there longest, so that guests do not wait in vain. Guests never.
 *
 * @param people  in the order in which they came
 * @returns those for whom it has changed
 */
export function settleModerators(people: readonly MeetingPerson[]): MeetingPerson[] {
  const isLed = people.some(isAppointed);
  const substitute = isLed ? undefined : people.find(({ role }) => role === 'member');
  return people.filter((person) => {
    const before = person.isModerator;
    person.isModerator = isAppointed(person) || person === substitute;
    return person.isModerator !== before;
  });
}
