import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { isTourWanted } from '#entities/workspace/setupProgress.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useAccount } from '#sync/store/useClient.ts';

const Tour = lazyPart(async () => (await import('./Tour.tsx')).Tour);

/** The tour, on the dashboard of a person who has just joined. */
export function TourSlot() {
  const { pathname } = useLocation();
  useAccount();
  if (pathname !== '/manage/dashboard' || !isTourWanted()) return null;
  return (
    <Suspense>
      <Tour />
    </Suspense>
  );
}
