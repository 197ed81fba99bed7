import { useOverlays } from '#app/overlays/overlays.ts';
import { ProjectScreen } from '#features/projects/ProjectScreen.tsx';

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
