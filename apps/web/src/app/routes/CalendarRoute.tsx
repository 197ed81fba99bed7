import { useOverlays } from '#app/overlays/overlays.ts';
import { CalendarScreen } from '#features/calendar/CalendarScreen.tsx';

export function CalendarRoute() {
  const openTask = useOverlays((state) => state.openTask);
  return <CalendarScreen onTask={openTask} />;
}
