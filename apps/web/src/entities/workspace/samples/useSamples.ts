import type { Samples } from '@atrium/contract/workspace/samples.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRequest } from '#sync/store/useRequest.ts';
import { addSamples, readSamples, removeSamples } from './samples.actions.ts';

const POLL_MS = 1000;

/** The workspace's sample content; while it changes, it is read every second. */
export function useSamples() {
  const { data: samples, problem, show, fail, again } = useRequest<Samples>(readSamples);
  const [isBusy, setBusy] = useState(false);
  const ask = useEffectEvent(again);
  const isMoving = (samples?.state === 'adding' || samples?.state === 'removing') && !samples.is_failed;
  useEffect(() => {
    // Each answer is a new object, and starts the next wait; so does a problem.
    if (!isMoving) return;
    const timer = window.setTimeout(() => ask(), POLL_MS);
    return () => window.clearTimeout(timer);
  }, [isMoving, samples, problem]);
  const perform = async (run: () => Promise<Samples | null>) => {
    setBusy(true);
    try {
      const next = await run();
      if (next) show(next);
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  return {
    samples,
    problem,
    isBusy,
    again,
    add: () => perform(addSamples),
    remove: () => perform(removeSamples),
  };
}
