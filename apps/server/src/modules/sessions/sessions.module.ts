import type { Module } from '#platform/module';
import { forgetExpired } from './sessions.service.ts';

export const sessionsModule: Module = {
  name: 'sessions',
  forgetOld: forgetExpired,
};
