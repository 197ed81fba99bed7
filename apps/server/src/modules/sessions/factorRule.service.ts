import type { WorkspaceSettings } from '#modules/system/settings.service';

type Rule = Pick<WorkspaceSettings, 'factor_required' | 'factor_grace_days' | 'factor_required_at'>;
const DAY_MS = 86_400_000;

export const isFactorRequired = ({ factor_required }: Rule, identity: readonly string[]): boolean =>
  factor_required === 'all' || (factor_required === 'admin' && identity.includes('admin'));

/** When a person without a second factor is held back: some days after it was required, or after they came. */
export function factorDue({ factor_grace_days, factor_required_at }: Rule, createdAt: Date): Date {
  return new Date(Math.max(factor_required_at, createdAt.getTime()) + factor_grace_days * DAY_MS);
}
