import { DashboardScreen } from '#features/dashboard/DashboardScreen.tsx';
import { MessengerScreen } from '#features/messenger/MessengerScreen.tsx';
import { ProjectScreen } from '#features/projects/ProjectScreen.tsx';
import { useOverlays } from './overlays.ts';

/** Where features meet: a screen asks for a task, a person or a new project, and the shell opens it. */
export function DashboardRoute() {
  const overlays = useOverlays();
  return <DashboardScreen onTask={overlays.openTask} onNewProject={() => overlays.open('project')} />;
}

export function MessengerRoute() {
  const overlays = useOverlays();
  return <MessengerScreen onPerson={overlays.openPerson} />;
}

export function ProjectRoute() {
  const overlays = useOverlays();
  return (
    <ProjectScreen
      onTask={overlays.openTask}
      onPerson={overlays.openPerson}
      onNewProject={() => overlays.open('project')}
    />
  );
}
