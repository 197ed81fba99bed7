import type { InputOf } from '@atrium/contract/kit.ts';
import type { logoSave } from '@atrium/contract/people/avatars.ts';
import { changeSectionIn, logoUrl, type WorkspaceSettings } from '#modules/system/settings.service';
import type { Work } from '#platform/work';
import { setLogo } from './avatars.queries.ts';
import { chosenAvatar, tokenOf } from './avatars.service.ts';

/** @throws parameter  for a picture that the caller has not uploaded */
export async function saveLogo(work: Work, input: InputOf<typeof logoSave>) {
  const system_logo = await chosenAvatar(work, input.logo, 'logo');
  // The logo has a row of its own, so that it stays when the administrator chooses other pictures or leaves.
  await setLogo(work.tx, tokenOf(system_logo));
  await changeSectionIn<Partial<WorkspaceSettings>>(work, 'system', (before) => ({ ...before, system_logo }), {
    system_logo: '',
  });
  return { system_logo: logoUrl(work.app, system_logo) };
}
