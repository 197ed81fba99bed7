import type { Project } from '@atrium/contract/projects.ts';
import { Suspense } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { later } from '#sync/later.ts';
import { EditProjectModal } from './EditProjectModal.tsx';
import { ExportModal } from './ExportModal.tsx';
import { InviteModal } from './InviteModal.tsx';
import { LogDrawer } from './LogDrawer.tsx';
import { MembersModal } from './MembersModal.tsx';
import { PermissionsDrawer } from './PermissionsDrawer.tsx';
import type { Panel } from './projectCommands.ts';
import { ShelfDrawer } from './ShelfDrawer.tsx';
import { TagsDrawer } from './TagsDrawer.tsx';
import { TransferPicker } from './TransferPicker.tsx';

const WorkflowDrawer = later(async () => (await import('./WorkflowDrawer.tsx')).WorkflowDrawer);
const TemplatesDrawer = later(async () => (await import('./TemplatesDrawer.tsx')).TemplatesDrawer);

interface Props {
  panel: NonNullable<Panel>;
  project: Project;
  onTask: (taskId: number) => void;
  onPerson: (userid: number) => void;
  onClose: () => void;
}

/** What stands beside or over a project: its members, log, settings and the like. */
export function ProjectPanel({ panel, project, onTask, onPerson, onClose }: Props) {
  const me = useMe();
  const shown = { project, onClose };
  switch (panel) {
    case 'edit':
      return <EditProjectModal {...shown} />;
    case 'members':
      return <MembersModal {...shown} me={me} onPerson={onPerson} />;
    case 'permissions':
      // Whoever has passed the project on has no say in it.
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
      return <ShelfDrawer {...shown} shelf={panel} onTask={onTask} />;
    case 'transfer':
      return <TransferPicker {...shown} />;
    case 'invite':
      return <InviteModal projectId={project.id} onClose={onClose} />;
  }
}
