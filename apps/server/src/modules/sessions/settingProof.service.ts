import type { Settings } from '@atrium/contract/workspace/settings.ts';
import { settingsOf } from '#modules/system/settings.service';
import type { View } from '#platform/work';
import { requireProof } from './proof.service.ts';

/** Settings that decide who gets in, or who sees files. */
const OF_SIGN_IN = [
  'reg',
  'reg_domains',
  'reg_identity',
  'reg_invite',
  'reg_verify',
  'login_code',
  'password_login',
  'password_min',
  'password_policy',
  'factor_required',
  'factor_grace_days',
  'session_idle_days',
  'session_max_days',
  'signin_notice',
  'office_server',
] as const satisfies readonly (keyof Settings)[];

/** Asks an administrator again who they are before one of these changes. @throws proof.needed */
export async function proveForSettings({ app, caller }: Pick<View, 'app' | 'caller'>, sent: Settings): Promise<void> {
  const kept: Settings = { ...(await settingsOf(app)) } as Settings;
  const isChanged = OF_SIGN_IN.some((name) => sent[name] !== undefined && sent[name] !== kept[name]);
  if (isChanged) await requireProof({ tx: app.db, caller, now: new Date() });
}

/** Asks for the same proof before mail is sent another way. @throws proof.needed */
export const proveForMail = ({ app, caller }: Pick<View, 'app' | 'caller'>): Promise<void> =>
  requireProof({ tx: app.db, caller, now: new Date() });
