import {
  approvalAway,
  balanceCarry,
  balanceList,
  balanceOwn,
  balanceSave,
  delegationGet,
  delegationSave,
  userStatus,
} from '@atrium/contract/approvals/absences.ts';
import { approvalStats } from '@atrium/contract/approvals/administration.ts';
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
} from '@atrium/contract/approvals/forms.ts';
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
} from '@atrium/contract/approvals/lists.ts';
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
} from '@atrium/contract/approvals/submit.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as definitions from './definitions/definitions.service.ts';
import { awayIn, readDelegation, saveDelegation, statusOf } from './effects/absences.service.ts';
import { allBalances, carryBalances, ownBalances, saveBalances } from './effects/leave.service.ts';
import { participants, readDetail } from './reading/detail.service.ts';
import * as lists from './reading/lists.service.ts';
import { readStats } from './reading/stats.service.ts';
import * as act from './running/decide.service.ts';
import { uploadFile } from './running/files.service.ts';
import { planOwn, tryDefinition } from './running/plan.service.ts';
import { startProcess } from './running/start.service.ts';

export const approvalRoutes: Route[] = [
  read(approvalForms, definitions.listForms),
  read(approvalPlan, planOwn),
  read(procdefAll, definitions.listOlder),
  read(procdefList, definitions.listAll),
  read(procdefOne, definitions.readDefinition),
  write(procdefSave, definitions.saveDraft),
  write(procdefPublish, definitions.publish),
  write(procdefDiscard, definitions.discardDraft),
  write(procdefOpen, definitions.setOpen),
  read(procdefVersions, definitions.versionsOf),
  write(procdefDel, definitions.removeDefinition),
  read(procdefTry, tryDefinition),
  direct(fileUpload, uploadFile),
  write(processStart, startProcess),
  write(addComment, act.comment),
  write(taskComplete, act.complete),
  write(taskReturn, act.giveBack),
  write(taskTransfer, act.transfer),
  write(taskAdd, act.addApprovers),
  write(taskWithdraw, act.withdrawProcess),
  write(processRemind, act.remind),
  write(processDelete, act.removeProcess),
  read(processDetail, readDetail),
  read(processList, lists.listProcesses),
  read(findTask, lists.findTask),
  read(startByMyselfAll, lists.ownAll),
  read(startByMyself, lists.ownRunning),
  read(findProcNotify, lists.copiedRunning),
  read(historyFindTask, lists.doneFinished),
  read(historyStartByMyself, lists.ownFinished),
  read(historyFindProcNotify, lists.copiedFinished),
  read(findParticipant, participants),
  read(historyFindParticipant, participants),
  read(approveDoto, lists.countToDo),
  read(userStatus, statusOf),
  read(approvalAway, awayIn),
  read(balanceOwn, ownBalances),
  read(balanceList, allBalances),
  write(balanceSave, saveBalances),
  write(balanceCarry, carryBalances),
  read(delegationGet, readDelegation),
  write(delegationSave, saveDelegation),
  read(approvalStats, readStats),
];
