import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, Line, MaybeInt, Nullable, OneOf, ReadOrSave, Text } from '../kit.ts';

export const BACKUP_LIMITS = { keep: 365, shown: 20 } as const;

export const BackupSetting = Type.Object({
  open: OneOf('open', 'close'),
  /** Time of day at which a backup is made, `HH:mm` in the server's time zone. */
  time: Type.String(),
  /** Backups that stay; older ones are deleted after a new one is finished. */
  keep: Count(),
  /** `server`: the folder or bucket that the operator has set. */
  place: OneOf('server', 'bucket'),
  /** An address such as `s3://bucket/folder?endpoint=https://...&region=...`. */
  bucket: Type.String(),
  key_id: Type.String(),
  has_secret: Type.Boolean(),
  /** True if administrators are reminded that there is no backup at all: until backups are turned on, or off. */
  is_reminded: Type.Boolean(),
  /** The storage that the name `server` means. */
  server_place: Type.String(),
});
export type BackupSetting = Static<typeof BackupSetting>;

export const Backup = Type.Object({
  id: Type.Integer(),
  status: OneOf('running', 'done', 'failed'),
  started_at: DateTime(),
  ended_at: Nullable(DateTime()),
  place: Type.String(),
  /** The name in the folder, as `2026-11-25T06-50-00Z`. */
  name: Type.String(),
  rows: Count(),
  files: Count(),
  /** Bytes of all files, and of those that were copied by this backup. */
  bytes: Count(),
  copied: Count(),
  /** Files that were missing or damaged in the storage. */
  problems: Count(),
  /** The system's error text; `interrupted` if the server ended meanwhile. */
  error: Type.String(),
});
export type Backup = Static<typeof Backup>;

export const backupErrors = errors({
  'backup.place': { ret: 0 },
  'backup.address': { ret: 0 },
  'backup.secret': { ret: 0 },
  'backup.running': { ret: 0 },
});

export const backupList = call('system/backup', {
  summary: 'Lists the latest backups, newest first, by schedule or by command.',
  access: 'admin',
  output: Type.Object({ is_running: Type.Boolean(), list: Type.Array(Backup) }),
});
export const backupRun = call('system/backup/run', {
  summary: 'Starts a backup to the place in the settings.',
  access: 'admin',
  output: Type.Object({}),
  errors: ['backup.running'],
});
export const backupSetting = call('system/setting/backup', {
  summary: 'Says when and where backups are made; `save` changes the sent fields and tests the place.',
  access: 'admin',
  input: Type.Object({
    type: ReadOrSave(),
    open: Type.Optional(OneOf('open', 'close')),
    time: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
    keep: MaybeInt({ minimum: 1, maximum: BACKUP_LIMITS.keep }),
    place: Type.Optional(OneOf('server', 'bucket')),
    bucket: Type.Optional(Line({ maxLength: 500 })),
    key_id: Type.Optional(Line({ maxLength: 200 })),
    /** Absent: as it is. */
    secret: Type.Optional(Text({ maxLength: 500 })),
  }),
  output: BackupSetting,
  errors: ['backup.place', 'backup.address', 'backup.secret'],
});

export const backupCalls = [backupList, backupRun, backupSetting] as const;
