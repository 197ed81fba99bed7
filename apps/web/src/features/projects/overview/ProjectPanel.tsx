import type { Project } from '@atrium/contract/projects/projects.ts';
import { Suspense } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { InviteModal } from '#features/projects/members/InviteModal.tsx';
import { MembersModal } from '#features/projects/members/MembersModal.tsx';
import { TransferPicker } from '#features/projects/members/TransferPicker.tsx';
import type { Panel } from '#features/projects/projectCommands.ts';
import { EditProjectModal } from '#features/projects/settings/EditProjectModal.tsx';
import { ExportModal } from '#features/projects/settings/ExportModal.tsx';
import { HiddenTasksDrawer } from '#features/projects/settings/HiddenTasksDrawer.tsx';
import { LogDrawer } from '#features/projects/settings/LogDrawer.tsx';
import { PermissionsDrawer } from '#features/projects/settings/PermissionsDrawer.tsx';
import { TagsDrawer } from '#features/projects/settings/TagsDrawer.tsx';
import { lazyPart } from '#sync/store/lazyPart.ts';

const WorkflowDrawer = lazyPart(
  async () => (await import('#features/projects/workflow/WorkflowDrawer.tsx')).WorkflowDrawer,
);
const TemplatesDrawer = lazyPart(
  async () => (await import('#features/projects/settings/TemplatesDrawer.tsx')).TemplatesDrawer,
);

interface Props {
  panel: NonNullable<Panel>;
  project: Project;
  onTask: (taskId: number) => void;
  onPerson: (userid: number) => void;
  onClose: () => void;
}

/** Panels beside or above a project: members, activity, settings and others. */
export function ProjectPanel({ panel, project, onTask, onPerson, onClose }: Props) {
  const me = useMe();
  const shown = { project, onClose };
  switch (panel) {
    case 'edit':
      return <EditProjectModal {...shown} />;
    case 'members':
      return <MembersModal {...shown} me={me} onPerson={onPerson} />;
    case 'permissions':
      // The drawer closes for a former owner, who may not change permissions.
      return project.owner === 1 ? <PermissionsDrawer {...shown} /> : null;
    case 'workflow':
      return (
        <Suspense>
          <WorkflowDrawer {...shown} />
        </Suspense>
      );
    case 'tags':
      return <TagsDrawer {...shown} />;
    case 'export':
      return <ExportModal {...shown} />;
    case 'templates':
      return (
        <Suspense>
          <TemplatesDrawer {...shown} />
        </Suspense>
      );
    case 'log':
      return <LogDrawer {...shown} onTask={onTask} />;
    case 'archived':
    case 'deleted':
      return <HiddenTasksDrawer {...shown} kind={panel} onTask={onTask} />;
    case 'transfer':
      return <TransferPicker {...shown} />;
    case 'invite':
      return <InviteModal projectId={project.id} onClose={onClose} />;
  }
}
