import * as contract from '@atrium/contract/workspace/reports.ts';
import { type Route, read, write } from '#platform/http/route';
import { saveAnalysis } from './analysis.service.ts';
import * as reports from './reports.service.ts';
import { shareReports } from './share.service.ts';
import { storeReport } from './store.service.ts';
import { proposeReport } from './template.service.ts';

export const reportRoutes: Route[] = [
  read(contract.reportMy, reports.listOwn),
  read(contract.reportReceive, reports.listReceived),
  write(contract.reportStore, storeReport),
  read(contract.reportTemplate, proposeReport),
  write(contract.reportDetail, reports.openReport),
  write(contract.reportMark, reports.markReports),
  write(contract.reportRead, reports.readReports),
  write(contract.reportShare, shareReports),
  read(contract.reportLast, reports.lastReceivers),
  read(contract.reportUnread, reports.countUnread),
  write(contract.reportAnalysave, saveAnalysis),
];
