import { Type } from 'typebox';
import { call, Empty, errors, Flag, Line } from '../kit.ts';

export const mailErrors = errors({
  'unsubscribe.link': { ret: 0 },
});

export const mailInfo = call('users/mail/info', {
  summary: 'Returns whether the workspace mails about unread messages, and whether the caller wants that.',
  access: 'user',
  output: Type.Object({ is_open: Type.Boolean(), is_wanted: Type.Boolean() }),
});
export const mailSave = call('users/mail/save', {
  summary: 'Turns mails about unread messages on or off for the caller.',
  access: 'user',
  input: Type.Object({ is_wanted: Flag() }),
  output: Type.Object({ is_open: Type.Boolean(), is_wanted: Type.Boolean() }),
});
export const mailUnsubscribe = call('users/mail/unsubscribe', {
  summary:
    'Ends mails about unread messages by the link in one of them. Mail programs post `List-Unsubscribe=One-Click` (RFC 8058); without it nothing changes, because scanners open links.',
  access: 'public',
  input: Type.Object({ token: Line({ maxLength: 200 }), 'List-Unsubscribe': Type.Optional(Line({ maxLength: 20 })) }),
  output: Empty(),
  errors: ['unsubscribe.link'],
});

export const mailCalls = [mailInfo, mailSave, mailUnsubscribe] as const;
