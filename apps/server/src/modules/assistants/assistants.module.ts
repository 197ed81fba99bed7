import { secretFields } from '#modules/system/sealedSettings.service';
import type { Module } from '#platform/module';
import { askFollower } from './answers.service.ts';
import { assistantRoutes } from './assistants.routes.ts';

export const assistantsModule: Module = {
  name: 'assistants',
  routes: assistantRoutes,
  followers: [askFollower],
  contributions: [secretFields.with({ section: 'aibot', fields: ['key'] })],
};
