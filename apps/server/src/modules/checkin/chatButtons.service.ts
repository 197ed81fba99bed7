import type { QuickMsg } from '@atrium/contract/chat/dialogs.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import type { App } from '#platform/app';
import { checkinOf, hasMode } from './setting.service.ts';

/** The buttons in the chat with the check-in bot, by the methods the workspace allows. */
export function quickMsgs(app: App, lang: Language): QuickMsg[] {
  const { locat_point: point } = checkinOf(app);
  const buttons: QuickMsg[] = [];
  if (hasMode(app, 'locat') && point) {
    // The map service: our tiles use GPS coordinates and need no key.
    const config = { type: 'wgs84', key: '', ...point };
    buttons.push({ key: 'locat-checkin', label: translate(lang, 'checkin.here'), config });
  }
  if (hasMode(app, 'manual')) buttons.push({ key: 'manual-checkin', label: translate(lang, 'checkin.manual') });
  return buttons;
}
