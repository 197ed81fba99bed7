import { CallError } from '@atrium/client/api.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { userFirstSteps } from '@atrium/contract/people/profile.ts';
import { me } from '#sync/account.ts';
import { client } from '#sync/session.ts';

/** The step that a person has reached in their first minutes: part of their profile, the same on every device. */
export const readStep = (): string => me()?.setup_step ?? '';
export const keepStep = (step: InputOf<typeof userFirstSteps>['step']): void => {
  if (readStep() !== 'done' && readStep() !== step) keep({ step });
};
export const finishSetup = (): void => keepStep('done');
/** True if somebody began and stopped before the end. */
export const isSetupOpen = (): boolean => !['', 'done'].includes(readStep());

/** The tour is for people who join a workspace that others have set up, and is shown once. */
export const wantTour = (): void => {
  if (!me()?.tour) keep({ tour: 'wanted' });
};
export const isTourWanted = (): boolean => me()?.tour === 'wanted';
export const endTour = (): void => keep({ tour: 'over' });

export const isStartHidden = (): boolean => me()?.start_hidden ?? false;
export const hideStart = (): void => keep({ start_hidden: true });

/** Stores a step. It is shown at once, and sent again after being offline. */
function keep(change: InputOf<typeof userFirstSteps>): void {
  const { step, ...rest } = change;
  const profile = me();
  if (profile) client.user = { ...profile, ...rest, ...(step && { setup_step: step }) };
  client.api.call(userFirstSteps, change).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    if (!error.isUnreachable) return;
    const silence = client.onState((state) => {
      if (state !== 'ready') return;
      silence();
      keep(change);
    });
  });
}
