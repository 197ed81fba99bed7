import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, Id, Ids, Line, MaybeId, Text } from '../kit.ts';
import { UserBasic } from '../people/users.ts';
import { Task, taskUpdate } from './tasks.ts';

/** The ways in which a task gets its owners. */
export const HANDOFF_SOURCES = [
  'create',
  'copy',
  'recurring',
  'assign',
  'flow',
  'update',
  'move',
  'transfer',
  'member_exit',
  'complete',
  'archive',
  'auto_archive',
] as const;
export type HandoffSource = (typeof HANDOFF_SOURCES)[number];

/** A change of a task's owners. */
export const Handoff = Type.Object({
  id: Id(),
  task_id: Id(),
  /** The person who did it; 0 = the server. */
  userid: Count(),
  /** One of `HANDOFF_SOURCES`. */
  source: Type.String(),
  before: Type.Array(Type.Integer()),
  owners: Type.Array(Type.Integer()),
  note: Type.String(),
  created_at: DateTime(),
});
export type Handoff = Static<typeof Handoff>;

export const handoffErrors = errors({
  'handoff.closed': { ret: 0 },
  'handoff.refused': { ret: 0 },
  'handoff.stale': { ret: 0 },
  'handoff.nobody': { ret: 0 },
  'handoff.same': { ret: 0 },
  'handoff.candidate': { ret: 0 },
  'handoff.protected': { ret: 0 },
  'handoff.note': { ret: 0 },
});

const refusals = ['task.gone', 'task.archived', 'task.completed', 'handoff.closed', 'handoff.refused'] as const;

export const handoffLists = call('projecttaskhandoff/lists', {
  summary: 'Lists who owned a task and why it was handed over, newest first; `before_id` returns older ones.',
  access: 'user',
  input: Type.Object({ task_id: Id(), before_id: MaybeId() }),
  output: Type.Object({ lists: Type.Array(Handoff), has_more: Type.Boolean(), can_assign: Type.Boolean() }),
  errors: ['task.gone'],
});
export const handoffOptions = call('projecttaskhandoff/options', {
  summary: 'Returns whom the caller can hand a task over to, and what that requires.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Type.Object({
    owners: Type.Array(Type.Integer()),
    /** Owners that the caller may not remove. */
    protected: Type.Array(Type.Integer()),
    candidates: Type.Array(Type.Integer()),
    note_required: Type.Boolean(),
    /** Version of the owners. If it has changed by the time of the handover, another person was faster. */
    version: Type.String(),
    /** Everybody named above. */
    users: Type.Array(UserBasic),
  }),
  errors: refusals,
});
export const handoffAssign = call('projecttaskhandoff/assign', {
  summary: 'Hands a task over to new owners.',
  access: 'user',
  input: Type.Object({
    task_id: Id(),
    owners: Ids(10),
    version: Line({ maxLength: 64 }),
    note: Type.Optional(Text({ maxLength: 1000 })),
  }),
  output: Type.Object({ ...Task.properties, update_marking: taskUpdate.output.properties.update_marking }),
  errors: [
    ...refusals,
    'handoff.stale',
    'handoff.nobody',
    'handoff.same',
    'handoff.candidate',
    'handoff.protected',
    'handoff.note',
  ],
});

export const handoffCalls = [handoffLists, handoffOptions, handoffAssign] as const;
