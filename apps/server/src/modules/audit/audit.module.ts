import type { Module } from '#platform/module';
import { auditRoutes } from './audit.routes.ts';
import { forgetAudit } from './audit.service.ts';

export const auditModule: Module = {
  name: 'audit',
  routes: auditRoutes,
  forgetOld: forgetAudit,
};
