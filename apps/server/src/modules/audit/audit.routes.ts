import * as contract from '@atrium/contract/workspace/audit.ts';
import { direct, type Route, read } from '#platform/http/route';
import { exportAudit, readAudit, setAudit } from './audit.service.ts';

export const auditRoutes: Route[] = [
  read(contract.auditList, readAudit),
  direct(contract.auditExport, exportAudit),
  direct(contract.auditSetting, setAudit),
];
