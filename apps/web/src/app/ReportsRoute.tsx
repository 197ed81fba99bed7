import { ReportsScreen } from '#features/reports/ReportsScreen.tsx';
import { useOverlays } from './overlays.ts';

export function ReportsRoute() {
  const { openPerson } = useOverlays();
  return <ReportsScreen onPerson={openPerson} />;
}
