import type { Module } from '#platform/module';
import { forgetExpired, Sessions } from './sessions.service.ts';

export const sessionsModule: Module = {
  name: 'sessions',
  provides: { signIns: (app) => new Sessions(app) },
  forgetOld: forgetExpired,
};
