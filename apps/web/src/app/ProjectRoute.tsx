import { ProjectScreen } from '#features/projects/ProjectScreen.tsx';
import { useOverlays } from './overlays.ts';

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
