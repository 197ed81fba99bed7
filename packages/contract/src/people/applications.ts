import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  Id,
  Line,
  MaybeFlag,
  Nullable,
  OneOf,
  Page,
  Paging,
  ReadOrSave,
} from '../kit.ts';

/** Beyond it, the application that was used longest ago is removed from a person's list. */
export const MOST_APPLICATIONS = 50;

/** An application of others that a person has allowed to act for them. */
export const Application = Type.Object({
  id: Id(),
  name: Type.String(),
  /** The host it runs on, or `localhost` for a program on the person's machine. */
  host: Type.String(),
  scopes: Type.Array(Type.String()),
  /** True if it may use the tools of `/mcp` only. */
  is_for_tools: Type.Boolean(),
  used_at: Nullable(DateTime()),
  used_ip: Type.String(),
  created_at: DateTime(),
});
export type Application = Static<typeof Application>;

/** An application as it registered itself. */
export const RegisteredApplication = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  uri: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  /** People who allow it now. */
  people: Count(),
  created_ip: Type.String(),
  created_at: DateTime(),
  used_at: Nullable(DateTime()),
});
export type RegisteredApplication = Static<typeof RegisteredApplication>;

export const applicationErrors = errors({
  /** The application's request cannot be answered, and the application cannot be trusted with the reason. */
  'application.request': { ret: 0 },
  'application.gone': { ret: 0 },
});

/** The parameters of OAuth's authorization request, as the application has put them into the address. */
const request = {
  client_id: Line({ maxLength: 200 }),
  redirect_uri: Type.Optional(Line({ maxLength: 2000 })),
  response_type: Type.Optional(Line({ maxLength: 50 })),
  scope: Type.Optional(Line({ maxLength: 2000 })),
  state: Type.Optional(Type.String({ maxLength: 2000 })),
  code_challenge: Type.Optional(Line({ maxLength: 200 })),
  code_challenge_method: Type.Optional(Line({ maxLength: 20 })),
  resource: Type.Optional(Line({ maxLength: 500 })),
};

export const applicationAsk = call('users/application/ask', {
  summary: 'Says which application asks for access, and for what, for the screen that asks the person.',
  access: 'user',
  input: Type.Object(request),
  output: Type.Object({
    name: Type.String(),
    uri: Type.String(),
    /** The host that gets the answer. */
    host: Type.String(),
    scopes: Type.Array(Type.String()),
    is_for_tools: Type.Boolean(),
    /** The address to open when the person denies it. */
    denied: Type.String(),
    /** The address to open at once, because the request has a fault that the application should know; else ''. */
    faulty: Type.String(),
  }),
  errors: ['application.request', 'forbidden'],
});
export const applicationAllow = call('users/application/allow', {
  summary: 'Allows an application what it asked for. Needs a proof of who is asking.',
  access: 'user',
  input: Type.Object({
    ...request,
    /** Leaves out the right to write. */
    is_read_only: MaybeFlag(),
  }),
  output: Type.Object({
    /** The address to open: the application's, with its code. */
    redirect: Type.String(),
  }),
  errors: ['application.request', 'forbidden', 'proof.needed', 'rate.limited'],
});
export const applicationList = call('users/application/list', {
  summary: 'Lists the applications that the caller has allowed to act for them.',
  access: 'user',
  output: Type.Object({ list: Type.Array(Application) }),
});
export const applicationRevoke = call('users/application/revoke', {
  summary: 'Ends an application’s access at once.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['application.gone'],
});
export const applicationRegistered = call('system/application/list', {
  summary: 'Lists the applications that have registered themselves.',
  access: 'admin',
  input: Type.Object(Paging(50, 200)),
  output: Page(RegisteredApplication),
});
export const applicationRemove = call('system/application/remove', {
  summary: 'Removes an application, and its access for everyone.',
  access: 'admin',
  input: Type.Object({ client_id: Line({ minLength: 1, maxLength: 200 }) }),
  output: Empty(),
  errors: ['application.gone'],
});
export const applicationSetting = call('system/setting/application', {
  summary: 'Says whether applications may register themselves; `type` `save` changes it.',
  access: 'admin',
  input: Type.Object({ type: ReadOrSave(), registration: Type.Optional(OneOf('open', 'close')) }),
  output: Type.Object({ registration: Type.String() }),
});

export const applicationCalls = [
  applicationAsk,
  applicationAllow,
  applicationList,
  applicationRevoke,
  applicationRegistered,
  applicationRemove,
  applicationSetting,
] as const;
