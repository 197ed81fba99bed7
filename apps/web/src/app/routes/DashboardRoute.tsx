import { useOverlays } from '#app/overlays/overlays.ts';
import { DashboardScreen } from '#features/dashboard/DashboardScreen.tsx';

// The routes are where features meet: a screen asks for a task, a person or a new project, and the shell opens it.
// One file each, so that the way to one screen does not carry the others.

export function DashboardRoute() {
  const overlays = useOverlays();
  return (
    <DashboardScreen
      onTask={overlays.openTask}
      onNewProject={() => overlays.open('project')}
      onSearch={() => overlays.open('search')}
    />
  );
}
