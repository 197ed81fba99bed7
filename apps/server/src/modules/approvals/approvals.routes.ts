import * as contract from '@atrium/contract/approvals/approvals.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as definitions from './definitions/definitions.service.ts';
import { awayIn, readDelegation, saveDelegation, statusOf } from './effects/away.service.ts';
import { allBalances, carryBalances, ownBalances, saveBalances } from './effects/leave.service.ts';
import { participants, readDetail } from './reading/detail.service.ts';
import * as lists from './reading/lists.service.ts';
import { readStats } from './reading/stats.service.ts';
import * as act from './running/act.service.ts';
import { uploadFile } from './running/files.service.ts';
import { planOwn, tryDefinition } from './running/plan.service.ts';
import { startProcess } from './running/start.service.ts';

export const approvalRoutes: Route[] = [
  read(contract.approvalForms, definitions.listForms),
  read(contract.approvalPlan, planOwn),
  read(contract.procdefAll, definitions.listOlder),
  read(contract.procdefList, definitions.listAll),
  read(contract.procdefOne, definitions.readDefinition),
  write(contract.procdefSave, definitions.saveDraft),
  write(contract.procdefPublish, definitions.publish),
  write(contract.procdefDiscard, definitions.discardDraft),
  write(contract.procdefOpen, definitions.setOpen),
  read(contract.procdefVersions, definitions.versionsOf),
  write(contract.procdefDel, definitions.removeDefinition),
  read(contract.procdefTry, tryDefinition),
  direct(contract.fileUpload, uploadFile),
  write(contract.processStart, startProcess),
  write(contract.addComment, act.comment),
  write(contract.taskComplete, act.complete),
  write(contract.taskReturn, act.giveBack),
  write(contract.taskTransfer, act.transfer),
  write(contract.taskAdd, act.addApprovers),
  write(contract.taskWithdraw, act.withdrawProcess),
  write(contract.processRemind, act.remind),
  write(contract.processDelete, act.removeProcess),
  read(contract.processDetail, readDetail),
  read(contract.processList, lists.listProcesses),
  read(contract.findTask, lists.findTask),
  read(contract.startByMyselfAll, lists.ownAll),
  read(contract.startByMyself, lists.ownRunning),
  read(contract.findProcNotify, lists.copiedRunning),
  read(contract.historyFindTask, lists.doneFinished),
  read(contract.historyStartByMyself, lists.ownFinished),
  read(contract.historyFindProcNotify, lists.copiedFinished),
  read(contract.findParticipant, participants),
  read(contract.historyFindParticipant, participants),
  read(contract.approveDoto, lists.countToDo),
  read(contract.userStatus, statusOf),
  read(contract.approvalAway, awayIn),
  read(contract.balanceOwn, ownBalances),
  read(contract.balanceList, allBalances),
  write(contract.balanceSave, saveBalances),
  write(contract.balanceCarry, carryBalances),
  read(contract.delegationGet, readDelegation),
  write(contract.delegationSave, saveDelegation),
  read(contract.approvalStats, readStats),
];
