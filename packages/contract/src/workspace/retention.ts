import { type Static, Type } from 'typebox';
import { Count, call, MaybeInt, ReadOrSave } from '../kit.ts';

/** Kinds of chats with a retention of their own: direct, groups, and those of projects, tasks, departments, all staff. */
export const RETENTION_KINDS = ['user', 'group', 'project', 'task', 'department', 'all'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
export const RETENTION_DAYS = 3650;

const days = () => MaybeInt({ minimum: 0, maximum: RETENTION_DAYS });

/** Days after which messages are deleted, by kind of chat; 0 = never. */
export const Retention = Type.Object({
  user: Count(),
  group: Count(),
  project: Count(),
  task: Count(),
  department: Count(),
  all: Count(),
});
export type Retention = Static<typeof Retention>;

export const retentionSetting = call('system/setting/retention', {
  summary: 'Says after how many days messages are deleted with their files, by kind of chat; `save` changes it.',
  access: 'admin',
  input: Type.Object({
    type: ReadOrSave(),
    user: days(),
    group: days(),
    project: days(),
    task: days(),
    department: days(),
    all: days(),
  }),
  output: Retention,
});

export const retentionCalls = [retentionSetting] as const;
