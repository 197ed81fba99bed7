import type { Project } from '@atrium/contract/projects/projects.ts';
import { Menu } from '@mantine/core';
import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { pinProject } from '#features/projects/project.actions.ts';
import { t } from '#sync/language.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';

interface Props {
  project: Project;
  at: Point | null;
  onClose: () => void;
  /** Further items of the menu. */
  children?: ReactNode;
}

/** A project's menu in a list: pin or unpin. */
export function PinMenu({ project, at, onClose, children }: Props) {
  return (
    <PointMenu at={at} label={project.name} onClose={onClose}>
      <Menu.Item
        leftSection={project.top_at ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
        onClick={() => pinProject(project)}
      >
        {t(project.top_at ? 'action.unpin' : 'action.pin')}
      </Menu.Item>
      {children}
    </PointMenu>
  );
}
