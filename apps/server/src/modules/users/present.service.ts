import { type DepartmentInfo, departmentWords } from '@atrium/contract/people/departments.ts';
import type { FirstSteps, Profile } from '@atrium/contract/people/profile.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Language } from '@atrium/i18n/translate.ts';
import type { Selectable } from 'kysely';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import type { Users } from '#platform/db/types';
import { wireTime } from '#platform/time/time';
import { botName } from './botNames.ts';
import { departmentsLedBy, departmentsOf } from './departmentNames.service.ts';

export type UserRecord = Selectable<Users>;
export const basicColumns = [
  'userid',
  'email',
  'nickname',
  'profession',
  'department',
  'userimg',
  'bot',
  'az',
  'pinyin',
  'line_at',
  'disable_at',
  'delete_at',
  'status_emoji',
  'status_text',
  'status_until',
  'meeting_at',
  'dnd_until',
] as const satisfies readonly (keyof UserRecord)[];
export type BasicRecord = Pick<UserRecord, (typeof basicColumns)[number]>;

/**
 * A person without a nickname is shown by the part of their email before the @; built-in bots are named in the
 * reader's language, if there is a single reader.
 */
export const displayName = (user: { nickname: string; email: string }, lang: Language = 'en') =>
  botName(user, lang) ?? (user.nickname || user.email.split('@')[0] || '');

export function avatarUrl(app: App, user: { userimg: string; nickname: string; email: string }): string {
  if (user.userimg) return `${app.publicUrl}/${user.userimg}/thumb`;
  return `${app.publicUrl}/avatar/${encodeURIComponent(displayName(user))}.svg`;
}

export function presentBasic(app: App, user: BasicRecord, lang?: Language): UserBasic {
  return {
    userid: user.userid,
    email: user.email,
    nickname: displayName(user, lang),
    profession: user.profession,
    department: user.department,
    department_name: departmentWords(departmentsOf(app), user),
    userimg: avatarUrl(app, user),
    bot: user.bot,
    az: user.az,
    pinyin: user.pinyin,
    line_at: wireTime(user.line_at),
    disable_at: wireTime(user.disable_at),
    delete_at: wireTime(user.delete_at),
    online: user.bot > 0 || app.hub.isOnline(user.userid),
    ...statusOf(user),
  };
}

/** Somebody in a meeting is marked every minute; without a mark for this time they have left, as after a crash. */
export const MEETING_MARK_MS = 3 * 60_000;

/** The person's status. An ended status is not sent anymore, although a job clears it only later. */
function statusOf({ status_emoji, status_text, status_until, meeting_at, dnd_until }: BasicRecord) {
  const now = Date.now();
  const in_meeting = meeting_at !== null && now - meeting_at.getTime() < MEETING_MARK_MS;
  const rest = { in_meeting, dnd_until: dnd_until && dnd_until.getTime() > now ? wireTime(dnd_until) : null };
  if (status_until && status_until.getTime() <= now)
    return { status_emoji: '', status_text: '', status_until: null, ...rest };
  return { status_emoji, status_text, status_until: wireTime(status_until), ...rest };
}

export const firstStepsOf = ({
  setup_step,
  tour,
  start_hidden,
}: Pick<UserRecord, 'setup_step' | 'tour' | 'start_hidden'>): FirstSteps => ({
  setup_step: setup_step as FirstSteps['setup_step'],
  tour: tour as FirstSteps['tour'],
  start_hidden,
});

/** The departments whose people's projects a person sees: none while the workspace does not allow it. */
export async function managedDepartmentsOf(app: App, userid: number): Promise<DepartmentInfo[]> {
  const led = departmentsLedBy(app, userid);
  if (led.length === 0 || (await settingsOf(app)).department_owner_project_view !== 'open') return [];
  return [...led];
}

export async function presentProfile(app: App, user: UserRecord, token: string): Promise<Profile> {
  return {
    ...presentBasic(app, user),
    identity: user.identity,
    tel: user.tel,
    nickname_original: user.nickname,
    birthday: user.birthday,
    address: user.address,
    introduction: user.introduction,
    changepass: user.changepass,
    login_num: user.login_num,
    last_ip: user.last_ip,
    last_at: wireTime(user.last_at),
    line_ip: user.line_ip,
    created_ip: user.created_ip,
    email_verity: user.email_verity,
    lang: user.lang,
    timezone: user.timezone,
    created_at: wireTime(user.created_at),
    ...firstStepsOf(user),
    department_owner: departmentsOf(app).some((each) => each.parent_id === 0 && each.owner_userid === user.userid),
    managed_departments: await managedDepartmentsOf(app, user.userid),
    token,
  };
}

export function presentUserRow(app: App, user: UserRecord) {
  return {
    ...presentBasic(app, user),
    identity: user.identity,
    tel: user.tel,
    nickname_original: user.nickname,
    created_at: wireTime(user.created_at),
    last_at: wireTime(user.last_at),
    last_ip: user.last_ip,
    login_num: user.login_num,
    email_verity: user.email_verity,
  };
}
