import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Ids, Line, ListOf, MaybeInt, OneOf, Text } from '../kit.ts';
import { Profile } from './profile.ts';

export const INVITATION_ROLES = ['normal', 'temp', 'admin'] as const;
/** Addresses in one call. */
export const INVITE_AT_ONCE = 50;
/** People who may use one link. */
export const INVITE_USES = 500;

export const Invitation = Type.Object({
  id: Id(),
  /** '' = a link that anyone who has it may use, `max_uses` times. */
  email: Type.String(),
  role: OneOf(...INVITATION_ROLES),
  department: Type.Array(Count()),
  /** Only projects that exist and are not archived. */
  projects: Type.Array(Type.Object({ id: Id(), name: Type.String() })),
  made_by: Id(),
  max_uses: Count(),
  used: Count(),
  /** The mail was sent, or is on its way. */
  is_mailed: Type.Boolean(),
  /** The mail server's reason for not delivering the mail; '' if it was delivered, or is on its way. */
  mail_error: Type.String(),
  state: OneOf('open', 'used', 'expired', 'revoked'),
  expired_at: DateTime(),
  created_at: DateTime(),
});
export type Invitation = Static<typeof Invitation>;

/** With its address, which is returned once: the server keeps only a hash. */
const Made = Type.Object({ ...Invitation.properties, url: Type.String() });
export type MadeInvitation = Static<typeof Made>;

const SkippedInvitation = Type.Object({ email: Type.String(), reason: OneOf('reg.email', 'reg.taken') });
export type SkippedInvitation = Static<typeof SkippedInvitation>;

export const invitationErrors = errors({
  'invitation.gone': { ret: 0 },
  'invitation.over': { ret: 0 },
});

export const invitationList = call('users/invitation/list', {
  summary: 'Lists the invitations of the last ninety days, newest first.',
  access: 'admin',
  output: Type.Object({ list: Type.Array(Invitation), can_mail: Type.Boolean() }),
});
export const invitationAdd = call('users/invitation/add', {
  summary: 'Invites people: each address by mail, or without addresses anyone who has the link.',
  access: 'admin',
  input: Type.Object({
    emails: Type.Optional(ListOf(Line({ maxLength: 255 }), INVITE_AT_ONCE)),
    role: Type.Optional(OneOf(...INVITATION_ROLES)),
    department: Type.Optional(Ids(10)),
    /** Projects of the caller that the people join. */
    project_ids: Type.Optional(Ids(50)),
    /** Days until it is over; 7 by default. */
    days: MaybeInt({ minimum: 1, maximum: 90 }),
    /** For a link; 1 by default. */
    max_uses: MaybeInt({ minimum: 1, maximum: INVITE_USES }),
  }),
  output: Type.Object({
    list: Type.Array(Made),
    /** Addresses that were not invited, and why. With a single address, the call is refused instead. */
    left_out: Type.Optional(Type.Array(SkippedInvitation)),
  }),
  errors: ['reg.email', 'reg.taken', 'department.gone', 'project.gone'],
});
export const invitationRenew = call('users/invitation/renew', {
  summary:
    'Makes a new link for an invitation, valid for as long as the first one, and mails it again. The old link ends.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Made,
  errors: ['invitation.gone', 'invitation.over'],
});
export const invitationRevoke = call('users/invitation/revoke', {
  summary: 'Ends an invitation.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['invitation.gone'],
});
export const invitationInfo = call('users/invitation/info', {
  summary: 'Returns who invites to what, by the link’s token.',
  access: 'public',
  input: Type.Object({ token: Line({ maxLength: 100 }) }),
  output: Type.Object({
    workspace: Type.String(),
    inviter: Type.String(),
    inviter_img: Type.String(),
    email: Type.String(),
    role: OneOf(...INVITATION_ROLES),
    departments: Type.Array(Type.String()),
    projects: Type.Array(Type.String()),
    expired_at: DateTime(),
    password_min: Count(),
    /** A mail confirms the address first, and the password is chosen behind its link. */
    is_confirmed: Type.Boolean(),
    /** The person signs in elsewhere, and chooses no password. */
    is_without_password: Type.Boolean(),
  }),
  errors: ['invitation.gone'],
});
export const invitationAccept = call('users/invitation/accept', {
  summary: 'Creates the account of an invited person and signs them in.',
  access: 'public',
  input: Type.Object({
    token: Line({ maxLength: 100 }),
    /** For a link; an invitation by mail has its address. */
    email: Type.Optional(Line({ maxLength: 255 })),
    nickname: Line({ maxLength: 100 }),
    /** The password; not needed if a mail confirms the address first, or if the person signs in elsewhere. */
    password: Type.Optional(Text({ maxLength: 1000 })),
  }),
  output: Profile,
  errors: [
    'invitation.gone',
    'email.unsent',
    'reg.email',
    'reg.taken',
    'reg.verify',
    'nickname.length',
    'password.short',
    'password.policy',
    'password.complex',
    'password.known',
    'password.own',
  ],
});

export const invitationCalls = [
  invitationList,
  invitationAdd,
  invitationRenew,
  invitationRevoke,
  invitationInfo,
  invitationAccept,
] as const;
