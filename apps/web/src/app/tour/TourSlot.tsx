import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { isTourWanted } from '#entities/workspace/setupProgress.ts';
import { later } from '#sync/store/later.ts';

const Tour = later(async () => (await import('./Tour.tsx')).Tour);

/** The tour, on the dashboard of a person who has just joined. */
export function TourSlot() {
  const { pathname } = useLocation();
  const [isOver, setOver] = useState(false);
  if (isOver || pathname !== '/manage/dashboard' || !isTourWanted()) return null;
  return (
    <Suspense>
      <Tour onEnd={() => setOver(true)} />
    </Suspense>
  );
}
