import type { WorkspaceSettings } from '#modules/system/settings.service';

type Rule = Pick<WorkspaceSettings, 'factor_required' | 'factor_grace_days' | 'factor_required_at'>;
const DAY_MS = 86_400_000;

export const isFactorRequired = ({ factor_required }: Rule, identity: readonly string[]): boolean =>
  factor_required === 'all' || (factor_required === 'admin' && identity.includes('admin'));

/**
 * The time from which a person needs a second factor: some days after it was required, or after their account was
 * created.
 */
export function factorDue({ factor_grace_days, factor_required_at }: Rule, createdAt: Date): Date {
  return new Date(Math.max(factor_required_at, createdAt.getTime()) + factor_grace_days * DAY_MS);
}
