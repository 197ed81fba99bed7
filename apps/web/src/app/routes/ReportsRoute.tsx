import { useOverlays } from '#app/overlays/overlays.ts';
import { ReportsScreen } from '#features/reports/ReportsScreen.tsx';

export function ReportsRoute() {
  const { openPerson } = useOverlays();
  return <ReportsScreen onPerson={openPerson} />;
}
