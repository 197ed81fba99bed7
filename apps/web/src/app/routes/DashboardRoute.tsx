import { useOverlays } from '#app/overlays/overlays.ts';
import { DashboardScreen } from '#features/dashboard/DashboardScreen.tsx';

// Routes are where features meet: a screen asks for a task, a person or a new project, and the shell opens it. Each
// route has its own file, so that it does not load the others.

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
