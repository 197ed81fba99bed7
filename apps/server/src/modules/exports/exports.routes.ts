import * as contract from '@atrium/contract/exports.ts';
import { type Route, read, write } from '#platform/http/route';
import { exportOverdue, exportTalk, exportTasks, ownExports } from './exports.service.ts';

export const exportRoutes: Route[] = [
  write(contract.taskExport, exportTasks),
  write(contract.taskExportoverdue, exportOverdue),
  write(contract.dialogExport, exportTalk),
  read(contract.taskExports, ownExports),
];
