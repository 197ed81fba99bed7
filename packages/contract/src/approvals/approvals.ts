import { Type } from 'typebox';
import { errors, event, Id } from '../kit.ts';
import {
  approvalAway,
  balanceCarry,
  balanceList,
  balanceOwn,
  balanceSave,
  delegationGet,
  delegationSave,
  userStatus,
} from './absences.ts';
import { approvalExport, approvalStats } from './administration.ts';
import {
  approvalForms,
  approvalPlan,
  procdefAll,
  procdefDel,
  procdefDiscard,
  procdefList,
  procdefOne,
  procdefOpen,
  procdefPublish,
  procdefSave,
  procdefTry,
  procdefVersions,
} from './forms.ts';
import {
  approveDoto,
  findParticipant,
  findProcNotify,
  findTask,
  historyFindParticipant,
  historyFindProcNotify,
  historyFindTask,
  historyStartByMyself,
  processList,
  startByMyself,
  startByMyselfAll,
} from './lists.ts';
import { State } from './request.ts';
import {
  addComment,
  fileUpload,
  processDelete,
  processDetail,
  processRemind,
  processStart,
  taskAdd,
  taskComplete,
  taskReturn,
  taskTransfer,
  taskWithdraw,
} from './submit.ts';

export const approvalErrors = errors({
  'approval.gone': { ret: 0 },
  'approval.form': { ret: 0 },
  /** `problems`: the problems of the values, see `values.ts`. */
  'approval.values': { ret: 0 },
  /** Nobody is found for a step, or the initiator must choose; `problems`: see `flow.ts`. */
  'approval.path': { ret: 0 },
  'approval.department': { ret: 0 },
  /** Somebody else was faster, or it is not the caller’s turn. */
  'approval.decided': { ret: 0 },
  'approval.finished': { ret: 0 },
  'approval.people': { ret: 0 },
  'approval.return': { ret: 0 },
  'approval.withdraw': { ret: 0 },
  'approval.cancel': { ret: 0 },
  'approval.unfinished': { ret: 0 },
  'approval.reminded': { ret: 0 },
  'approval.file': { ret: 0 },
  'approval.balance': { ret: 0 },
  'approval.empty': { ret: 0 },
  'approval.steps': { ret: 0 },
  /** `problems`: see `check.ts`. */
  'approval.definition': { ret: 0 },
  'approval.name': { ret: 0 },
  'approval.many': { ret: 0 },
  'approval.period': { ret: 0 },
  'approval.delegate': { ret: 0 },
});

export const approvalCalls = [
  approvalForms,
  approvalPlan,
  procdefAll,
  procdefList,
  procdefOne,
  procdefSave,
  procdefPublish,
  procdefDiscard,
  procdefOpen,
  procdefVersions,
  procdefDel,
  procdefTry,
  fileUpload,
  processStart,
  addComment,
  taskComplete,
  taskReturn,
  taskTransfer,
  taskAdd,
  taskWithdraw,
  processRemind,
  processDelete,
  processDetail,
  processList,
  findTask,
  startByMyselfAll,
  startByMyself,
  findProcNotify,
  historyFindTask,
  historyStartByMyself,
  historyFindProcNotify,
  findParticipant,
  historyFindParticipant,
  approveDoto,
  userStatus,
  approvalAway,
  balanceOwn,
  balanceList,
  balanceSave,
  balanceCarry,
  delegationGet,
  delegationSave,
  approvalStats,
  approvalExport,
] as const;

/** The number of requests that wait for the receiver changed: clients load it again. */
export const approvalsUnread = event('approve', 'unread', Type.Object({}));
/** A request that the receiver takes part in changed: clients that show it load it again. */
export const approvalChanged = event('approve', 'update', Type.Object({ id: Id(), state: State() }));
/** The same for one that was submitted, and for one that was approved, rejected or withdrawn. */
export const approvalAdded = event('approve', 'add', Type.Object({ id: Id(), state: State() }));
export const approvalFinished = event('approve', 'finish', Type.Object({ id: Id(), state: State() }));
/** The forms that people can submit have changed. */
export const approvalFormsChanged = event('approve', 'forms', Type.Object({}));
export const approvalEvents = [
  approvalsUnread,
  approvalAdded,
  approvalChanged,
  approvalFinished,
  approvalFormsChanged,
] as const;
