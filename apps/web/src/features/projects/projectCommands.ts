import type { Project } from '@atrium/contract/projects/projects.ts';
import {
  IconArchive,
  IconCrown,
  IconDoorExit,
  IconFileExport,
  IconHistory,
  IconLink,
  IconLock,
  IconMessageCircle,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconRoute,
  IconStar,
  IconTag,
  IconTemplate,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import { addFavorite } from '#entities/favorite/favorite.actions.ts';
import { markOwnRemoval } from '#entities/project/projectRemoved.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import type { Command } from '#ui/keys/commands.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import {
  archiveProject,
  leaveProject,
  pinProject,
  removeProject,
  restoreProject,
  transferProject,
} from './project.actions.ts';

export type Panel =
  | 'edit'
  | 'members'
  | 'invite'
  | 'archived'
  | 'deleted'
  | 'log'
  | 'permissions'
  | 'workflow'
  | 'tags'
  | 'templates'
  | 'export'
  | 'transfer'
  | null;
type Ending = 'archive' | 'remove' | 'leave';

interface Doing {
  show(panel: Panel): void;
  toggleChat(): void;
  ask(kind: Ending): void;
}

/** Unless the workspace disabled invite links. */
export const mayInvite = (project: Project) => project.owner === 1 && client.setting?.project_invite !== 'close';

/** The actions for a project: in its menu and in the palette. */
export function commandsOf(project: Project, on: Doing): Command[] {
  const isPinned = Boolean(project.top_at);
  const hidden: Command[] = [
    { id: 'project-tags', label: t('task.tags'), icon: IconTag, run: () => on.show('tags') },
    { id: 'project-templates', label: t('template.title'), icon: IconTemplate, run: () => on.show('templates') },
    { id: 'project-log', label: t('project.log'), icon: IconHistory, run: () => on.show('log') },
    { id: 'project-archived', label: t('hidden_tasks.archived'), icon: IconArchive, run: () => on.show('archived') },
    { id: 'project-deleted', label: t('hidden_tasks.deleted'), icon: IconTrash, run: () => on.show('deleted') },
  ];
  return [
    { id: 'project-chat', label: t('project.chat'), icon: IconMessageCircle, run: () => on.toggleChat() },
    {
      id: 'project-pin',
      label: t(isPinned ? 'action.unpin' : 'action.pin'),
      icon: isPinned ? IconPinnedOff : IconPin,
      run: () => pinProject(project),
    },
    {
      id: 'project-favorite',
      label: t('favorite.add'),
      icon: IconStar,
      run: () => void addFavorite('project', project.id),
    },
    { id: 'project-members', label: t('project.members'), icon: IconUserPlus, run: () => on.show('members') },
    ...(project.owner === 1
      ? [
          { id: 'project-edit', label: t('project.edit'), icon: IconPencil, run: () => on.show('edit') },
          {
            id: 'project-permissions',
            label: t('project.permissions'),
            icon: IconLock,
            run: () => on.show('permissions'),
          },
          { id: 'project-workflow', label: t('flow.title'), icon: IconRoute, run: () => on.show('workflow') },
          ...(mayInvite(project)
            ? [{ id: 'project-invite', label: t('project.invite'), icon: IconLink, run: () => on.show('invite') }]
            : []),
          ...hidden,
          { id: 'project-export', label: t('project.export'), icon: IconFileExport, run: () => on.show('export') },
          { id: 'project-transfer', label: t('project.transfer'), icon: IconCrown, run: () => on.show('transfer') },
          { id: 'project-archive', label: t('project.archive'), icon: IconArchive, run: () => on.ask('archive') },
          {
            id: 'project-remove',
            label: t('project.remove'),
            icon: IconTrash,
            isDangerous: true,
            run: () => on.ask('remove'),
          },
        ]
      : [
          ...hidden,
          {
            id: 'project-leave',
            label: t('project.leave'),
            icon: IconDoorExit,
            isDangerous: true,
            run: () => on.ask('leave'),
          },
        ]),
  ];
}

/** The new owner need not be a member yet; the former owner stays one. */
export async function askAndHandOver(project: Project, userid: number, name: string): Promise<void> {
  const isSure = await askFirst({
    title: t('project.transfer'),
    text: t('project.transfer_ask', { name, project: project.name }),
    action: t('project.transfer'),
  });
  if (isSure) await transferProject(project.id, userid);
}

export async function askAndDo(project: Project, kind: Ending): Promise<void> {
  const label = t(`project.${kind}`);
  const isSure = await askFirst({
    title: label,
    text: t(`project.${kind}_ask`, { name: project.name }),
    action: label,
    isDangerous: kind !== 'archive',
  });
  if (!isSure) return;
  markOwnRemoval(project.id);
  const done = await { archive: archiveProject, remove: removeProject, leave: leaveProject }[kind](project.id);
  if (!done || kind !== 'archive') return;
  const undo = () => void restoreProject(project.id);
  notify(t('project.archived_note', { name: project.name }), { action: { label: t('action.undo'), run: undo } });
}
