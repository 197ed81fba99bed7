import { type Static, Type } from 'typebox';
import { Count, call, errors, Line, ListOf, MaybeInt, OneOf, ReadOrSave, Text } from '../kit.ts';
import { Clock } from './settings.ts';

/** `auto`: by the port, and always encrypted before a password; the others leave no choice to the mail server. */
export const MAIL_SECURE = ['auto', 'tls', 'starttls', 'none'] as const;

export type MailSecure = (typeof MAIL_SECURE)[number];

const MailFields = {
  smtp_server: Type.Optional(Line({ maxLength: 255 })),
  port: MaybeInt({ minimum: 1, maximum: 65535 }),
  account: Type.Optional(Line({ maxLength: 255 })),
  /** Absent = unchanged; '' deletes it. */
  password: Type.Optional(Text({ maxLength: 500 })),
  smtp_secure: Type.Optional(OneOf(...MAIL_SECURE)),
  /** The sender of mails; '' = `default_sender`. */
  sender: Type.Optional(Line({ maxLength: 255 })),
};

/** `HH:mm` twice. */
const HourRange = () => Type.Array(Clock(), { minItems: 2, maxItems: 2 });

const NoticeFields = {
  /** `open` if people get mail about messages that they have not read. */
  notice_msg: Type.Optional(OneOf('close', 'open')),
  /** Minutes until a message in a direct or in another chat counts as unread; -1 = never. */
  msg_unread_user_minute: MaybeInt({ minimum: -1, maximum: 10080 }),
  msg_unread_group_minute: MaybeInt({ minimum: -1, maximum: 10080 }),
  /** Hours at which such mail is sent, in the server's time zone; none = always. */
  msg_unread_time_ranges: Type.Optional(ListOf(HourRange(), 10)),
  /** Addresses, or domains with @, that are never mailed about messages; one per line. */
  ignore_addr: Type.Optional(Text({ maxLength: 5000 })),
};

/** Mail server settings. The password is never returned. */
export const MailSetting = Type.Object({
  smtp_server: Type.String(),
  port: Count(),
  account: Type.String(),
  has_password: Type.Boolean(),
  smtp_secure: OneOf(...MAIL_SECURE),
  sender: Type.String(),
  default_sender: Type.String(),
  notice_msg: OneOf('close', 'open'),
  msg_unread_user_minute: Type.Integer(),
  msg_unread_group_minute: Type.Integer(),
  msg_unread_time_ranges: Type.Array(Type.Array(Type.String())),
  ignore_addr: Type.String(),
  server_timezone: Type.String(),
  /** True if the mail server is set by `SMTP_URL`, so that only the sender can be changed. */
  is_fixed: Type.Boolean(),
});
export type MailSetting = Static<typeof MailSetting>;

export const mailServerErrors = errors({
  'mail.server': { ret: 0 },
  'mail.sender': { ret: 0 },
  'mail.password': { ret: 0 },
  'mail.fixed': { ret: 0 },
  'mail.needed': { ret: 0 },
  'mail.unreachable': { ret: 0 },
  'mail.hours': { ret: 0 },
  'check.mail_off': { ret: 0 },
  'check.mail_local': { ret: 0 },
  'check.mail': { ret: 0 },
});

export const emailCheck = call('system/email/check', {
  summary:
    'Sends a test email with the saved settings or with the given ones; answers once the mail server has accepted it.',
  access: 'admin',
  input: Type.Object({ to: Line({ minLength: 3, maxLength: 255 }), ...MailFields }),
  output: Type.Object({
    /** The mail server's own words. */
    response: Type.String(),
    message_id: Type.String(),
  }),
  errors: [
    'check.mail_off',
    'check.mail_local',
    'check.mail',
    'reg.email',
    'mail.server',
    'mail.sender',
    'mail.password',
    'mail.fixed',
  ],
});

export const mailSetting = call('system/setting/email', {
  summary: 'Returns the mail server settings; `save` changes the given fields.',
  access: 'admin',
  input: Type.Object({ type: ReadOrSave(), ...MailFields, ...NoticeFields }),
  output: MailSetting,
  errors: [
    'mail.hours',
    'mail.server',
    'mail.sender',
    'mail.password',
    'mail.fixed',
    'mail.needed',
    'mail.unreachable',
    'check.mail_local',
  ],
});

export const mailServerCalls = [emailCheck, mailSetting] as const;
