import { type Static, Type } from 'typebox';
import { call, errors, Flag, Line, ListOf, MaybeFlag, OneOf, ReadOrSave, Text } from '../kit.ts';
import { Profile } from './profile.ts';

/** An OpenID Connect provider as administrators see it; the client secret is write-only. */
export const Provider = Type.Object({
  /** Made by the server; it stays the same when the provider is renamed. */
  id: Type.String(),
  name: Type.String(),
  issuer: Type.String(),
  client_id: Type.String(),
  has_secret: Type.Boolean(),
  /** True if people can sign in with it. */
  open: Type.Boolean(),
  /** True if a person without an account gets one. */
  create: Type.Boolean(),
  /** True if its addresses count as verified although it does not say so. */
  trust_email: Type.Boolean(),
  /** Email domains that it may sign in; none = all. */
  domains: Type.Array(Type.String()),
  /** The claim with the names of the person's departments, used for new accounts; '' = none. */
  department_claim: Type.String(),
});
export type Provider = Static<typeof Provider>;

const SentProvider = Type.Object({
  /** '' for a new one. */
  id: Type.Optional(Line({ maxLength: 40 })),
  name: Line({ minLength: 1, maxLength: 50 }),
  issuer: Line({ minLength: 8, maxLength: 500 }),
  client_id: Line({ minLength: 1, maxLength: 500 }),
  /** Without it, the stored one stays. */
  client_secret: Type.Optional(Text({ maxLength: 1000 })),
  open: Flag(),
  create: Flag(),
  trust_email: MaybeFlag(),
  domains: Type.Optional(ListOf(Line({ maxLength: 255 }), 50)),
  department_claim: Type.Optional(Line({ maxLength: 100 })),
});

export const SsoSetting = Type.Object({
  providers: Type.Array(Provider),
  /** The redirect address to register at each provider. */
  redirect_url: Type.String(),
});
export type SsoSetting = Static<typeof SsoSetting>;

export const LDAP_SECURE = ['none', 'starttls', 'tls'] as const;
const LdapFields = {
  ldap_open: Type.Optional(OneOf('close', 'open')),
  ldap_host: Type.Optional(Line({ maxLength: 255 })),
  ldap_port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535, wire: 'int' })),
  ldap_secure: Type.Optional(OneOf(...LDAP_SECURE)),
  /** The account that searches; '' searches anonymously. */
  ldap_user_dn: Type.Optional(Line({ maxLength: 500 })),
  /** Write-only. */
  ldap_password: Type.Optional(Text({ maxLength: 500 })),
  ldap_base_dn: Type.Optional(Line({ maxLength: 500 })),
  /** The attribute with the email address. */
  ldap_login_attr: Type.Optional(Line({ maxLength: 50 })),
  /** `open` creates accounts of Atrium in the directory when they sign in. */
  ldap_sync_local: Type.Optional(OneOf('close', 'open')),
};

export const LdapSetting = Type.Object({
  ldap_open: OneOf('close', 'open'),
  ldap_host: Type.String(),
  ldap_port: Type.Integer(),
  ldap_secure: OneOf(...LDAP_SECURE),
  ldap_user_dn: Type.String(),
  has_password: Type.Boolean(),
  ldap_base_dn: Type.String(),
  ldap_login_attr: Type.String(),
  ldap_sync_local: OneOf('close', 'open'),
});
export type LdapSetting = Static<typeof LdapSetting>;

export const singleSignOnErrors = errors({
  'sso.gone': { ret: 0 },
  'sso.expired': { ret: 0 },
  'sso.denied': { ret: 0 },
  'sso.unreachable': { ret: 0 },
  'sso.failed': { ret: 0 },
  'sso.no_email': { ret: 0 },
  'sso.unverified': { ret: 0 },
  'sso.domain': { ret: 0 },
  'sso.no_account': { ret: 0 },
  'sso.issuer': { ret: 0 },
  'sso.secret': { ret: 0 },
  'sso.twice': { ret: 0 },
  'ldap.needed': { ret: 0 },
  'ldap.password': { ret: 0 },
  'ldap.unreachable': { ret: 0 },
  'ldap.bind': { ret: 0 },
  'ldap.base': { ret: 0 },
  'ldap.email': { ret: 0 },
  'ldap.refused': { ret: 0 },
});

export const ssoList = call('users/sso/list', {
  summary: 'Lists the providers that people can sign in with, and whether passwords are accepted.',
  access: 'public',
  output: Type.Object({
    providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    /** False: only administrators may sign in with a password. */
    password: Type.Boolean(),
  }),
});
export const ssoStart = call('users/sso/start', {
  summary:
    'Begins a sign-in with a provider: returns the address to send the browser to, and a secret that the same browser gives to `users/sso/finish`.',
  access: 'public',
  input: Type.Object({
    id: Line({ maxLength: 40 }),
    /** True if the provider must authenticate the person again, even if it knows them. */
    again: MaybeFlag(),
  }),
  output: Type.Object({ url: Type.String(), secret: Type.String() }),
  errors: ['sso.gone', 'sso.unreachable'],
});
export const ssoFinish = call('users/sso/finish', {
  summary: 'Signs in with what the provider added to the redirect address; creates the account if that is allowed.',
  access: 'public',
  input: Type.Object({
    /** The query of the redirect address. */
    query: Line({ maxLength: 4000 }),
    secret: Line({ maxLength: 200 }),
  }),
  output: Profile,
  errors: [
    'sso.gone',
    'sso.expired',
    'sso.denied',
    'sso.unreachable',
    'sso.failed',
    'sso.no_email',
    'sso.unverified',
    'sso.domain',
    'sso.no_account',
    'login.refused',
  ],
});
export const ssoSetting = call('system/setting/sso', {
  summary: 'Returns the single sign-on providers; `save` replaces the list.',
  access: 'admin',
  input: Type.Object({ type: ReadOrSave(), providers: Type.Optional(ListOf(SentProvider, 20)) }),
  output: SsoSetting,
  errors: ['sso.issuer', 'sso.secret', 'sso.twice', 'parameter.missing', 'setting.last_sign_in'],
});
export const ssoCheck = call('system/sso/check', {
  summary: 'Reads a provider’s discovery document, which names the addresses that sign-ins use.',
  access: 'admin',
  input: Type.Object({ issuer: Line({ minLength: 8, maxLength: 500 }) }),
  output: Type.Object({ issuer: Type.String(), authorization_endpoint: Type.String() }),
  errors: ['sso.issuer', 'sso.unreachable'],
});
export const thirdaccessSetting = call('system/setting/thirdaccess', {
  summary: 'Returns the directory (LDAP) settings; `save` changes the given fields, `testldap` tries them.',
  access: 'admin',
  input: Type.Object({ type: Type.Optional(OneOf('get', 'all', 'save', 'testldap')), ...LdapFields }),
  output: LdapSetting,
  errors: ['ldap.needed', 'ldap.password', 'ldap.unreachable', 'ldap.bind', 'ldap.base', 'setting.last_sign_in'],
});

export const singleSignOnCalls = [ssoList, ssoStart, ssoFinish, ssoSetting, ssoCheck, thirdaccessSetting] as const;
