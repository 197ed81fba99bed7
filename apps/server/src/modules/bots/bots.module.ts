import { translate } from '@atrium/i18n/translate.ts';
import { dialogChanges } from '#modules/dialogs/members/memberChanges.service';
import { systemBots } from '#modules/dialogs/systemBots.service';
import { systemBot } from '#modules/users/bots.service';
import { systemCaller } from '#platform/callers';
import type { Module } from '#platform/module';
import { performWork } from '#platform/work';
import { botRoutes } from './bots.routes.ts';
import { takeBotsAlong, tellBots } from './dialogEvents.service.ts';
import { botFollower, MANAGER, push } from './follow.service.ts';
import { PUSH_JOB } from './push.service.ts';
import { clearOldMessages } from './retention.service.ts';

const CLEAR_JOB = 'bot_clear';

/** Personal bots: their commands, the addresses that receive messages, and the time that their messages are stored. */
export const botsModule: Module = {
  name: 'bots',
  routes: botRoutes,
  // The bot is created at the start, because nobody could find it before its first message.
  warmUp: (app) => performWork(app, systemCaller, (work) => systemBot(work, 'bot-manager').then(() => undefined)),
  followers: [botFollower],
  jobs: (app) => ({
    [PUSH_JOB]: (payload) => push(app, payload),
    [CLEAR_JOB]: () => clearOldMessages(app),
  }),
  outgoing: [PUSH_JOB],
  schedules: [`* * * * * ${CLEAR_JOB}`],
  contributions: [
    dialogChanges.with(tellBots),
    dialogChanges.with(takeBotsAlong),
    systemBots.with({
      email: MANAGER,
      buttons: (_app, lang) =>
        (['help', 'api', 'list'] as const).map((key) => ({
          key: `/${key}`,
          label: translate(lang, `bot.quick_${key}`),
        })),
    }),
  ],
};
