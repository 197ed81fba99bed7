import { isEmail } from '@atrium/contract/formats.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type { pushSetting } from '@atrium/contract/people/notifications.ts';
import { changeSection, settingSection } from '#modules/system/settings.service';
import type { StatusFinding } from '#modules/system/status.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { countSubscriptions } from './push.queries.ts';

interface StoredKeys {
  push?: 'open' | 'close';
  contact?: string;
}
const SECTION = 'apppush';
const readStored = (app: App) => settingSection<StoredKeys>(app, SECTION, {});

/** True if notifications are sent through the push services of browser vendors. */
export const isPushOpen = async (app: App): Promise<boolean> => (await readStored(app)).push !== 'close';

/** The state of push for the status page: browsers subscribe only at an https address. */
export const pushStatus = async (app: App): Promise<StatusFinding> => {
  if (!(await isPushOpen(app))) return ['warn', 'status.push.off'];
  return app.publicUrl.startsWith('https:') ? ['ok', 'status.push.ok'] : ['warn', 'status.push.plain'];
};

/** Push services ask for a contact of the sender. */
export async function pushContact(app: App): Promise<string> {
  const { contact = '' } = await readStored(app);
  if (!contact) return defaultContact(app);
  return isEmail(contact) ? `mailto:${contact}` : contact;
}
/** The server's address, or a mailbox if it has no public address. */
const defaultContact = ({ publicUrl }: App) =>
  publicUrl.startsWith('https://') ? publicUrl : `mailto:admin@${new URL(publicUrl).hostname}`;

const USUAL = { push: 'open', contact: '' } as const;

/** @throws push.contact */
export async function setPush(
  { app, tx, caller }: Direct,
  { type, ...sent }: InputOf<typeof pushSetting>,
): Promise<OutputOf<typeof pushSetting>> {
  const { contact } = sent;
  if (contact && !isEmail(contact) && !(contact.startsWith('https://') && URL.canParse(contact))) {
    throw fail('push.contact');
  }
  const given: StoredKeys = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const kept =
    type === 'save'
      ? await changeSection<StoredKeys>({ app, caller }, SECTION, (before) => ({ ...before, ...given }), USUAL)
      : await readStored(app);
  return {
    push: kept.push ?? USUAL.push,
    contact: kept.contact ?? USUAL.contact,
    default_contact: defaultContact(app).replace(/^mailto:/, ''),
    devices: await countSubscriptions(tx),
  };
}
