import { logoUrl, settingsOf, type WorkspaceSettings } from '#modules/system/settings.service';
import { countActive } from '#modules/users/users.service';
import type { App } from '#platform/app';
import type { View } from '#platform/work';
import { canUsePasskeys } from '../factors/passkeyPlace.ts';

/** Mail domains whose addresses may sign up. */
export const domainsOf = ({ reg_domains }: Pick<WorkspaceSettings, 'reg_domains'>): string[] =>
  reg_domains
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);

/**
 * The rule for sign-ups. Without mail nobody can prove an address, and an open sign-up would reveal to strangers which
 * addresses have an account, so an invitation is required.
 */
export async function admissionOf(
  app: App,
  { reg }: Pick<WorkspaceSettings, 'reg'>,
): Promise<WorkspaceSettings['reg']> {
  return reg === 'open' && !(await app.mailer.isReady()) ? 'invite' : reg;
}

/** The settings that the page before the sign-in shows. */
export async function readRegistration({ app, tx }: View) {
  const settings = await settingsOf(app);
  const first = (await countActive(tx)) === 0;
  const reg = await admissionOf(app, settings);
  const isByCode = reg === 'invite' && settings.reg_invite !== '';
  return {
    need: !first && reg === 'invite',
    open: first || (settings.password_login === 'open' && (reg === 'open' || reg === 'domain' || isByCode)),
    first,
    domains: !first && reg === 'domain' ? domainsOf(settings) : [],
    can_reset: await app.mailer.isReady(),
    password_min: settings.password_min,
    can_passkey: canUsePasskeys(app),
    e2e_message: app.log.isLevelEnabled('debug') ? 'close' : settings.e2e_message,
    name: settings.system_alias,
    logo: logoUrl(app, settings.system_logo),
  };
}
