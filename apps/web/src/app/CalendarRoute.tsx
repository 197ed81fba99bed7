import { CalendarScreen } from '#features/calendar/CalendarScreen.tsx';
import { useOverlays } from './overlays.ts';

export function CalendarRoute() {
  const openTask = useOverlays((state) => state.openTask);
  return <CalendarScreen onTask={openTask} />;
}
