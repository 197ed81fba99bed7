import { approvalExport } from '@atrium/contract/approvals/administration.ts';
import * as contract from '@atrium/contract/files/exports.ts';
import { checkinExport } from '@atrium/contract/workspace/checkin.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { erasePerson } from './erase.service.ts';
import {
  exportApprovals,
  exportCheckins,
  exportOverdue,
  exportPerson,
  exportTalk,
  exportTasks,
  ownExports,
} from './exports.service.ts';

export const exportRoutes: Route[] = [
  write(contract.taskExport, exportTasks),
  write(contract.personExport, exportPerson),
  direct(contract.personErase, erasePerson),
  write(contract.taskExportoverdue, exportOverdue),
  write(contract.dialogExport, exportTalk),
  write(checkinExport, exportCheckins),
  write(approvalExport, exportApprovals),
  read(contract.taskExports, ownExports),
];
