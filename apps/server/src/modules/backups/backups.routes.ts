import * as contract from '@atrium/contract/workspace/backups.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { listBackups, runNow } from './schedule.service.ts';
import { setBackup } from './setting.service.ts';

export const backupRoutes: Route[] = [
  read(contract.backupList, listBackups),
  write(contract.backupRun, runNow),
  direct(contract.backupSetting, setBackup),
];
