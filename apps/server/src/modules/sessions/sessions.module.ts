import { mailGuards } from '#modules/system/mail.service';
import { settingGuards, settingsSaved } from '#modules/system/settings.service';
import type { Module } from '#platform/module';
import { applySessionLimits, forgetExpired, Sessions } from './sessions.service.ts';
import { proveForMail, proveForSettings } from './settingProof.service.ts';

export const sessionsModule: Module = {
  name: 'sessions',
  provides: { signIns: (app) => new Sessions(app) },
  contributions: [
    settingsSaved.with(applySessionLimits),
    settingGuards.with(proveForSettings),
    mailGuards.with(proveForMail),
  ],
  forgetOld: forgetExpired,
};
