import { shareKinds } from '#modules/messages/sending/shareKinds.service';
import type { Module } from '#platform/module';
import { reportCodes, reportNames } from './links.service.ts';
import { reportRoutes } from './reports.routes.ts';

export const reportsModule: Module = {
  name: 'reports',
  routes: reportRoutes,
  contributions: [shareKinds.with({ kind: 'report', codes: reportCodes, names: reportNames })],
};
