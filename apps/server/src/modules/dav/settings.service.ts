import type { DavSettings, davAdminSetting } from '@atrium/contract/files/dav.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { changeSection, settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import type { Direct } from '#platform/http/route';

const SECTION = 'webdav';
const USUAL: DavSettings = { open: 'open', credentials: 5, days: 365, file_mb: 1024, copied: 1000 };

export const davSettingsOf = async (app: App): Promise<DavSettings> => ({
  ...USUAL,
  ...(await settingSection<Partial<DavSettings>>(app, SECTION, {})),
});

export async function setDav(direct: Direct, { type, ...sent }: InputOf<typeof davAdminSetting>): Promise<DavSettings> {
  const { app, caller } = direct;
  if (type !== 'save') return davSettingsOf(app);
  // Turning it on opens a way into everybody's files, so it needs a proof.
  await requireProof(direct);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return changeSection<DavSettings>({ app, caller }, SECTION, (before) => ({ ...USUAL, ...before, ...given }), USUAL);
}
