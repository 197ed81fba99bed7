import { interpreters } from '#modules/system/interpreter.service';
import { secretFields } from '#modules/system/sealedSettings.service';
import type { Module } from '#platform/module';
import { askFollower } from './answers.service.ts';
import { assistantRoutes } from './assistants.routes.ts';
import { COMMON } from './common.service.ts';
import { interpretingFor } from './interpreting.service.ts';
import { registerStreams } from './streams.http.ts';
import { deleteOldConfirmations } from './tools/tools.queries.ts';
import { noteCalls } from './tools/tools.service.ts';

export const assistantsModule: Module = {
  name: 'assistants',
  routes: assistantRoutes,
  http: (server, app, _sessions, calls) => {
    noteCalls(app, calls);
    registerStreams(server, app);
  },
  forgetOld: async ({ db }) => void (await deleteOldConfirmations(db)),
  followers: [askFollower],
  contributions: [
    secretFields.with({ section: 'aibot', fields: ['key'] }),
    secretFields.with({ section: COMMON, fields: ['key', 'voice_key', 'translation_key'] }),
    interpreters.with(interpretingFor),
  ],
};
