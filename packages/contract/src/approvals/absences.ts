import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Id, Ids, Line, MaybeId, Nullable, OneOf, Range } from '../kit.ts';

/** Somebody who is away by an approved request. Colleagues see that, not why. */
const Away = Type.Object({
  userid: Id(),
  kind: OneOf('leave', 'trip'),
  /** The name of the form. */
  name: Type.String(),
  from: DateTime(),
  to: DateTime(),
});
export type ApprovalAway = Static<typeof Away>;
export const userStatus = call('approve/user/status', {
  summary: 'Returns the name of the form by which a person is away now; empty if they are not.',
  access: 'user',
  input: Type.Object({ userid: Id() }),
  output: Type.String(),
});
export const approvalAway = call('approve/away', {
  summary: 'Lists who is away in a time of at most 100 days.',
  access: 'user',
  input: Type.Object({ time: Range(), userids: Type.Optional(Ids(200)) }),
  output: Type.Object({ list: Type.Array(Away) }),
  errors: ['approval.period'],
});

const Balance = Type.Object({
  userid: Id(),
  /** The option's id in the form. */
  type: Type.String(),
  label: Type.String(),
  year: Count(),
  /** Days: given for the year, carried over from the last one, used by requests that are approved or run, left. */
  granted: Type.Number(),
  carried: Type.Number(),
  used: Type.Number(),
  left: Type.Number(),
});
export type LeaveBalance = Static<typeof Balance>;
const Year = () => Type.Integer({ minimum: 2000, maximum: 2200, wire: 'int' });
const Days = () => Type.Number({ minimum: 0, maximum: 1000, wire: 'number' });
export const balanceOwn = call('approve/balance/own', {
  summary: 'Returns the caller’s days of leave by type.',
  access: 'user',
  input: Type.Object({ year: Type.Optional(Year()) }),
  output: Type.Object({ list: Type.Array(Balance) }),
});
export const balanceList = call('approve/balance/list', {
  summary: 'Lists the days of leave of everybody, for administrators, with the types that forms have.',
  access: 'admin',
  input: Type.Object({ year: Type.Optional(Year()), type: Type.Optional(Line({ maxLength: 40 })), userid: MaybeId() }),
  output: Type.Object({
    list: Type.Array(Balance),
    types: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  }),
});
export const balanceSave = call('approve/balance/save', {
  summary: 'Sets the days of leave of people for a type and a year; without `granted` their balance is removed.',
  access: 'admin',
  input: Type.Object({
    userids: Ids(1000),
    type: Line({ minLength: 1, maxLength: 40 }),
    year: Year(),
    granted: Type.Optional(Days()),
    carried: Type.Optional(Days()),
  }),
  output: Type.Object({ changed: Count() }),
  errors: ['approval.people'],
});
export const balanceCarry = call('approve/balance/carry', {
  summary: 'Carries over what is left of the year before, up to a limit of days, and grants the same days again.',
  access: 'admin',
  input: Type.Object({ type: Line({ minLength: 1, maxLength: 40 }), year: Year(), most: Days() }),
  output: Type.Object({ changed: Count() }),
});

/** The deputy who decides for the caller while they are away. */
const Delegation = Type.Object({
  /** 0 = nobody. */
  userid: Count(),
  from_at: Nullable(DateTime()),
  until_at: Nullable(DateTime()),
});
export type ApprovalDelegation = Static<typeof Delegation>;
export const delegationGet = call('approve/delegation/get', {
  summary: 'Returns who decides for the caller while they are away.',
  access: 'user',
  output: Delegation,
});
export const delegationSave = call('approve/delegation/save', {
  summary: 'Sets who decides for the caller in a time; 0 ends it.',
  access: 'user',
  input: Type.Object({ userid: MaybeId(), time: Range() }),
  output: Delegation,
  errors: ['approval.delegate', 'approval.period'],
});
