import { type Static, Type } from 'typebox';
import { Dialog } from '../chat/dialogs.ts';
import { Count, call } from '../kit.ts';
import { Profile } from '../people/profile.ts';
import { UserBasic } from '../people/users.ts';
import { Column, Project } from '../projects/projects.ts';
import { Task } from '../projects/tasks.ts';
import { SettingsAnswer } from './settings.ts';

/** Everything that a client shows first, in one answer, loaded on start, on reconnect and if the gap is too old. */
export const Start = Type.Object({
  /** Opaque position in the event log, for connecting the socket. */
  cursor: Type.String(),
  time: Count(),
  user: Profile,
  users: Type.Array(UserBasic),
  setting: SettingsAnswer,
  projects: Type.Array(Project),
  columns: Type.Array(Column),
  dialogs: Type.Array(Dialog),
  /** The caller's own open tasks: the dashboard. */
  tasks: Type.Array(Task),
});
export type Start = Static<typeof Start>;

export const syncStart = call('sync/start', {
  summary: 'Returns everything that a client shows first, with the cursor to follow from.',
  access: 'user',
  output: Start,
});
export const syncCalls = [syncStart] as const;
