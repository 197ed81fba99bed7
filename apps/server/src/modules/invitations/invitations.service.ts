import { isEmail } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/invitations.ts';
import type { Invitation, SkippedInvitation } from '@atrium/contract/people/invitations.ts';
import { isLanguage, type Language, localeOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { Selectable } from 'kysely';
import { findProjectById, projectFor } from '#modules/projects/projects.access';
import { requireProof } from '#modules/sessions/proof.service';
import { mailTime, sendMail } from '#modules/system/sendMail.service';
import { settingsOf } from '#modules/system/settings.service';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { displayName } from '#modules/users/present.service';
import { findUser, findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { newToken, tokenHash } from '#platform/crypto';
import type { Invitations } from '#platform/db/types';
import { fail } from '#platform/fail';
import { rejectionOf } from '#platform/outside/mail';
import { oneLine } from '#platform/outside/mailLayout';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { changeInvitation, findInvitation, findUnused, insertInvitation, listRecent } from './invitations.queries.ts';

export type InvitationRow = Selectable<Invitations>;
const DAY_MS = 86_400_000;
const DAYS = 7;

export const INVITE_JOB = 'mail_invitation';
interface Payload {
  id: number;
  /** The token is encrypted, because jobs are stored, and a link gives access like an account. */
  token: string;
}
const ABOUT = 'invitation';
const ERROR_CHARS = 300;

const identityOf = (role: string): string[] => (role === 'normal' ? [] : [role]);
export const roleOf = ({ identity }: InvitationRow): Invitation['role'] =>
  identity.includes('admin') ? 'admin' : identity.includes('temp') ? 'temp' : 'normal';

/**
 * The token of the link that administrators see and may pass on. The mailed token can't be derived from it, so that
 * only the reader of the mail proves the address.
 */
const shownToken = (mailed: string): string => tokenHash(mailed);
/** Says whether a token is that of the mailed link or of the shown one; undefined if it is of another invitation. */
export function kindOf(token: string, { token_hash }: InvitationRow): 'mailed' | 'shown' | undefined {
  if (token_hash === tokenHash(shownToken(token))) return 'mailed';
  return token_hash === tokenHash(token) ? 'shown' : undefined;
}
export const hashesOf = (token: string): string[] => [tokenHash(token), tokenHash(shownToken(token))];

export const addressOf = ({ publicUrl }: App, token: string) => `${publicUrl}/single/invitation?token=${token}`;

function stateOf({ used, max_uses, revoked_at, expired_at }: InvitationRow, now: Date): Invitation['state'] {
  if (revoked_at) return 'revoked';
  if (used >= max_uses) return 'used';
  return expired_at > now ? 'open' : 'expired';
}

/** The projects of an invitation that still exist. */
export async function projectsOf(view: Pick<View, 'tx'>, { project_ids }: InvitationRow) {
  const found = await Promise.all(project_ids.map((id) => findProjectById(view, id)));
  return found.filter((project) => project !== undefined && !project.archived_at && !project.deleted_at);
}

async function present(view: Pick<View, 'tx' | 'now'>, row: InvitationRow): Promise<Invitation> {
  const { id, email, department, made_by, max_uses, used } = row;
  return {
    id,
    email,
    role: roleOf(row),
    department,
    projects: (await projectsOf(view, row)).flatMap((project) =>
      project ? [{ id: project.id, name: project.name }] : [],
    ),
    made_by,
    max_uses,
    used,
    is_mailed: row.mailed_at !== null,
    mail_error: row.mail_error,
    state: stateOf(row, view.now),
    expired_at: wireTime(row.expired_at),
    created_at: wireTime(row.created_at),
  };
}

export async function listInvitations(view: View) {
  const rows = await listRecent(view.tx);
  const list = [];
  for (const row of rows) list.push(await present(view, row));
  return { list, can_mail: await view.app.mailer.isReady() };
}

/**
 * The reason why an address cannot be invited; undefined if it can. Other addresses of the same call are still invited.
 */
async function refusalOf({ tx }: Work, email: string): Promise<SkippedInvitation['reason'] | undefined> {
  return !isEmail(email) ? 'reg.email' : (await findUserByEmail(tx, email)) ? 'reg.taken' : undefined;
}

/**
 * Creates invitations. A person with an open invitation gets a new link for it. @throws reg.email, reg.taken,
 * department.gone, project.gone, proof.needed
 */
export async function invite(work: Work, input: InputOf<typeof contract.invitationAdd>) {
  const { app, caller, now, tx } = work;
  const { role = 'normal', department = [], project_ids = [], days = DAYS, max_uses = 1 } = input;
  const asked = [...new Set((input.emails ?? []).map((email) => email.toLowerCase()))];
  if (role === 'admin') await requireProof(work);
  const left_out: SkippedInvitation[] = [];
  for (const email of asked) {
    const reason = await refusalOf(work, email);
    if (reason) left_out.push({ email, reason });
  }
  const [first] = left_out;
  if (first && left_out.length === asked.length) {
    throw fail(first.reason, asked.length > 1 ? { left_out } : {});
  }
  const emails = asked.filter((email) => left_out.every((each) => each.email !== email));
  const known = departmentsOf(app);
  if (department.some((id) => !known.some((each) => each.id === id))) throw fail('department.gone');
  for (const id of project_ids) await projectFor(work, id);
  const canMail = await app.mailer.isReady();
  const list = [];
  for (const email of asked.length > 0 ? emails : ['']) {
    const mailed = newToken();
    const token = shownToken(mailed);
    const fields = {
      token_hash: tokenHash(token),
      email,
      identity: identityOf(role),
      department,
      project_ids,
      made_by: caller.userid,
      lang: caller.lang,
      max_uses: email ? 1 : max_uses,
      mailed_at: email && canMail ? now : null,
      expired_at: new Date(now.getTime() + days * DAY_MS),
    };
    // An address has one link: a new one replaces the one before.
    const before = email ? await findUnused(tx, email) : undefined;
    const row = before
      ? await changeInvitation(tx, before.id, { ...fields, created_at: now, mail_error: '' })
      : await insertInvitation(tx, fields);
    if (row.mailed_at) enqueueMail(work, row.id, mailed);
    await recordSent(work, row);
    list.push({ ...(await present(work, row)), url: addressOf(app, token) });
  }
  return { list, ...(left_out.length > 0 && { left_out }) };
}

/**
 * An invitation gives the access of an account with this role. The log gets the names too, because it may be read when
 * the things are gone.
 */
async function recordSent(work: Work, row: InvitationRow): Promise<void> {
  const { id, email, max_uses, expired_at } = row;
  const known = departmentsOf(work.app).filter((each) => row.department.includes(each.id));
  const projects = (await projectsOf(work, row)).flatMap((project) => (project ? [project.name] : []));
  work.audit({
    action: 'invitation.sent',
    target: { type: 'invitation', id, name: email },
    detail: {
      role: roleOf(row),
      departments: known.map(({ name }) => name),
      projects,
      max_uses,
      expired_at: wireTime(expired_at),
    },
  });
}

function enqueueMail(work: Work, id: number, token: string): void {
  work.enqueue(INVITE_JOB, { id, token: work.app.secrets.seal(token, ABOUT) } satisfies Payload);
}

/** @throws invitation.gone, invitation.over  once it was used or revoked */
export async function renewInvitation(work: Work, { id }: InputOf<typeof contract.invitationRenew>) {
  const { app, now, tx } = work;
  const row = await findInvitation(tx, id);
  if (!row) throw fail('invitation.gone');
  if (['used', 'revoked'].includes(stateOf(row, now))) throw fail('invitation.over');
  if (roleOf(row) === 'admin') await requireProof(work);
  const mailed = newToken();
  const token = shownToken(mailed);
  const isMailed = row.email !== '' && (await app.mailer.isReady());
  const length = row.expired_at.getTime() - row.created_at.getTime();
  const fresh = await changeInvitation(tx, id, {
    token_hash: tokenHash(token),
    made_by: work.caller.userid,
    // The time of the next renewal is measured from this one.
    created_at: now,
    expired_at: new Date(now.getTime() + Math.min(length, 90 * DAY_MS)),
    mailed_at: isMailed ? now : null,
    mail_error: '',
  });
  if (isMailed) enqueueMail(work, id, mailed);
  await recordSent(work, fresh);
  return { ...(await present(work, fresh)), url: addressOf(app, token) };
}

export async function revokeInvitation(work: Work, { id }: InputOf<typeof contract.invitationRevoke>) {
  const row = await findInvitation(work.tx, id);
  if (!row) throw fail('invitation.gone');
  if (row.revoked_at) return {};
  await changeInvitation(work.tx, id, { revoked_at: work.now });
  work.audit({ action: 'invitation.revoked', target: { type: 'invitation', id, name: row.email } });
  return {};
}

/** Chinese has no space around “and”, but Latin names need one. */
const listOf = (lang: Language, names: readonly string[]) =>
  lang.startsWith('zh') ? names.join('、') : new Intl.ListFormat(localeOf[lang], { type: 'conjunction' }).format(names);

/** Runs the job: mails an invitation that is still open, and stores the outcome. A refused mail is not sent again. */
export async function mailInvitation(app: App, payload: unknown): Promise<void> {
  const { id, token: sealed } = payload as Payload;
  const row = await findInvitation(app.db, id);
  const token = app.secrets.open(sealed, ABOUT);
  if (!row || !kindOf(token, row) || stateOf(row, new Date()) !== 'open') return;
  const inviter = await findUser(app.db, row.made_by);
  if (!inviter || inviter.disable_at || inviter.delete_at) return;
  const lang: Language = isLanguage(row.lang) ? row.lang : 'en';
  const { system_alias: name } = await settingsOf(app);
  const projects = (await projectsOf({ tx: app.db }, row)).flatMap((project) =>
    project ? [oneLine(project.name)] : [],
  );
  const data = {
    name,
    who: displayName(inviter, lang),
    projects: listOf(lang, projects),
    time: mailTime(lang, row.expired_at, inviter),
  };
  const send = () =>
    sendMail(
      app,
      { to: row.email, lang, subject: translate(lang, 'mail.invite.subject', data) },
      {
        paragraphs: [
          translate(lang, 'mail.invite.text', data),
          ...(projects.length > 0 ? [translate(lang, 'mail.invite.projects', data)] : []),
        ],
        button: { label: translate(lang, 'mail.invite.button'), url: addressOf(app, token) },
        note: translate(lang, 'mail.invite.note', data),
      },
    );
  try {
    await send();
    if (row.mail_error) await changeInvitation(app.db, id, { mail_error: '' });
  } catch (error) {
    const rejection = rejectionOf(error);
    const mail_error = (rejection ?? (error as Error).message).slice(0, ERROR_CHARS);
    await changeInvitation(app.db, id, { mail_error, ...(rejection && { mailed_at: null }) });
    if (!rejection) throw error;
  }
}
