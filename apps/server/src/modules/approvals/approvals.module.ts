import { fileOwners } from '#modules/files/owners.service';
import type { Module } from '#platform/module';
import { approvalRoutes } from './approvals.routes.ts';
import { seedForms } from './definitions/seeds.service.ts';
import { awayForCheckin } from './effects/absences.service.ts';
import { DUE_JOB, PASS_ON_JOB, passOn, runDue } from './running/due.service.ts';
import { approvalFiles } from './running/files.service.ts';

/** Requests that people submit in forms and others decide. */
export const approvalsModule: Module = {
  name: 'approvals',
  routes: approvalRoutes,
  jobs: (app) => ({ [DUE_JOB]: () => runDue(app), [PASS_ON_JOB]: (payload) => passOn(app, payload) }),
  schedules: [`* * * * * ${DUE_JOB} ?max=1`],
  contributions: [fileOwners.with(approvalFiles), awayForCheckin, seedForms],
};
