import { Type } from 'typebox';
import { Count, call, DateTime, Id, Line, MaybeFlag, MaybeId, MaybeInt, Nullable, Range } from '../kit.ts';
import { Person, State } from './request.ts';

export const approvalStats = call('approve/stats', {
  summary: 'Returns how many requests there were, how long each step takes, and where they wait.',
  access: 'admin',
  input: Type.Object({ proc_def_id: MaybeId(), time: Range() }),
  output: Type.Object({
    by_state: Type.Array(Type.Object({ state: State(), requests: Count() })),
    /** Weeks from Monday, those that have none too: requests submitted, and those that ended. */
    by_week: Type.Array(
      Type.Object({ monday: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), submitted: Count(), ended: Count() }),
    ),
    /** Average over finished requests; null if there are none. */
    average_hours: Nullable(Type.Number()),
    forms: Type.Array(
      Type.Object({
        id: Id(),
        name: Type.String(),
        requests: Count(),
        running: Count(),
        average_hours: Nullable(Type.Number()),
      }),
    ),
    steps: Type.Array(
      Type.Object({
        proc_def_id: Id(),
        form: Type.String(),
        name: Type.String(),
        decided: Count(),
        average_hours: Nullable(Type.Number()),
        median_hours: Nullable(Type.Number()),
        waiting: Count(),
        overdue: Count(),
      }),
    ),
    people: Type.Array(
      Type.Object({
        ...Person.properties,
        decided: Count(),
        waiting: Count(),
        average_hours: Nullable(Type.Number()),
        oldest_at: Nullable(DateTime()),
      }),
    ),
  }),
  errors: ['approval.period'],
});
export const APPROVAL_EXPORT_DAYS = 35;
export const approvalExport = call('approve/export', {
  summary:
    'Makes a workbook of the requests of at most 35 days, which the system bot delivers; `approve/down` has it too.',
  access: 'admin',
  input: Type.Object({
    proc_def_id: MaybeId(),
    proc_def_name: Type.Optional(Line({ maxLength: 100 })),
    state: MaybeInt({ minimum: 0, maximum: 4 }),
    is_finished: MaybeFlag(),
    date: Range(),
  }),
  output: Type.Object({ id: Id(), key: Type.String() }),
  errors: ['export.time', 'export.days', 'export.waiting'],
});
