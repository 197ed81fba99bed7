import { Type } from 'typebox';
import { Count, call, Id, Line, MaybeId, MaybeInt, OneOf, Paging, Range } from '../kit.ts';
import { Participant, Rows } from './request.ts';

export const APPROVAL_BOXES = ['waiting', 'mine', 'copied', 'done', 'all'] as const;
export type ApprovalBox = (typeof APPROVAL_BOXES)[number];
const PageIn = {
  ...Paging(20, 100),
  page_size: Paging(20, 100).pagesize,
};
export const processList = call('approve/process/list', {
  summary:
    'Lists requests: waiting for the caller, their own, those copied to them, those they decided, or all for administrators.',
  access: 'user',
  input: Type.Object({
    box: OneOf(...APPROVAL_BOXES),
    /** A part of the title, the values or the initiator’s name, or the number. */
    key: Type.Optional(Line({ maxLength: 100 })),
    proc_def_id: MaybeId(),
    /** -1 = any. */
    state: MaybeInt({ minimum: -1, maximum: 4 }),
    userid: MaybeId(),
    /** The time of the submission. */
    time: Range(),
    ...PageIn,
  }),
  output: Rows,
  errors: ['forbidden'],
});

const older = {
  proc_def_name: Type.Optional(Line({ maxLength: 100 })),
  username: Type.Optional(Line({ maxLength: 100 })),
  sort: Type.Optional(OneOf('asc', 'desc')),
  /** 0 = all, otherwise as in the request. */
  state: MaybeInt({ minimum: 0, maximum: 4 }),
  ...PageIn,
};
const olderList = (path: string, summary: string) =>
  call(path, { summary, access: 'user', input: Type.Object(older), output: Rows });
export const findTask = olderList('approve/process/findTask', 'Lists running requests that wait for the caller.');
export const startByMyselfAll = olderList('approve/process/startByMyselfAll', 'Lists the caller’s own requests.');
export const startByMyself = olderList('approve/process/startByMyself', 'Lists the caller’s own running requests.');
export const findProcNotify = olderList(
  'approve/process/findProcNotify',
  'Lists running requests copied to the caller.',
);
export const historyFindTask = olderList(
  'approve/procHistory/findTask',
  'Lists finished requests that the caller decided.',
);
export const historyStartByMyself = olderList(
  'approve/procHistory/startByMyself',
  'Lists the caller’s own finished requests.',
);
export const historyFindProcNotify = olderList(
  'approve/procHistory/findProcNotify',
  'Lists finished requests copied to the caller.',
);

const participants = (path: string, summary: string) =>
  call(path, {
    summary,
    access: 'user',
    input: Type.Object({ proc_inst_id: Id() }),
    output: Type.Array(Participant),
    errors: ['approval.gone'],
  });
export const findParticipant = participants('approve/identitylink/findParticipant', 'Lists the people of a request.');
export const historyFindParticipant = participants(
  'approve/identitylinkHistory/findParticipant',
  'Lists the people of a finished request.',
);

// Requested on every page load by every client.
export const approveDoto = call('approve/process/doto', {
  summary: 'Returns the number of approvals that wait for the caller.',
  access: 'user',
  output: Type.Object({ total: Count() }),
});
