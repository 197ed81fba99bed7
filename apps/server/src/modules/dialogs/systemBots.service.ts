import type { QuickMsg } from '@atrium/contract/chat/dialogs.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';

/** A bot of the workspace that a module is responsible for. */
export interface SystemBot {
  email: string;
  /** The buttons in a conversation with the bot. */
  buttons: (app: App, lang: Language) => QuickMsg[];
  /** The account of the bot, if people may write to it even while direct messages are disabled. */
  alwaysOpen?: (app: App) => number | undefined;
}

export const systemBots = new ExtensionPoint<SystemBot>();

export const buttonsOf = (app: App, email: string | undefined, lang: Language): QuickMsg[] =>
  systemBots
    .of(app)
    .find((bot) => bot.email === email)
    ?.buttons(app, lang) ?? [];
