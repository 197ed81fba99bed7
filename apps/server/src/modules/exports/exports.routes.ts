import * as contract from '@atrium/contract/exports.ts';
import { type Route, read, write } from '#platform/http/route';
import { exportOverdue, exportTasks, ownExports } from './exports.service.ts';

export const exportRoutes: Route[] = [
  write(contract.taskExport, exportTasks),
  write(contract.taskExportoverdue, exportOverdue),
  read(contract.taskExports, ownExports),
];
