import type { Project } from '@atrium/contract/projects/projects.ts';
import type { MessageKey } from '@atrium/i18n/translate.ts';
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
  IconUsers,
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
  const isOwner = project.owner === 1;
  const panel = (name: NonNullable<Panel>, label: MessageKey, icon: Command['icon']): Command => ({
    id: `project-${name}`,
    label: t(label),
    ...(icon && { icon }),
    run: () => on.show(name),
  });
  const sectionOf = (heading: MessageKey, commands: Command[]) =>
    commands.map((command) => ({ ...command, section: t(heading) }));
  if (project.department_readonly)
    return [panel('members', 'project.members', IconUsers), panel('log', 'project.log', IconHistory)];
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
    ...sectionOf('project.menu_people', [
      panel('members', 'project.members', IconUserPlus),
      ...(mayInvite(project) ? [panel('invite', 'project.invite', IconLink)] : []),
      ...(isOwner
        ? [panel('permissions', 'project.permissions', IconLock), panel('transfer', 'project.transfer', IconCrown)]
        : []),
    ]),
    ...sectionOf('project.menu_setup', [
      ...(isOwner ? [panel('edit', 'project.edit', IconPencil), panel('workflow', 'flow.title', IconRoute)] : []),
      panel('tags', 'task.tags', IconTag),
      panel('templates', 'template.title', IconTemplate),
    ]),
    ...sectionOf('project.menu_history', [
      panel('log', 'project.log', IconHistory),
      panel('archived', 'hidden_tasks.archived', IconArchive),
      panel('deleted', 'hidden_tasks.deleted', IconTrash),
      ...(isOwner ? [panel('export', 'project.export', IconFileExport)] : []),
    ]),
    ...(isOwner
      ? [ending('archive', IconArchive, on), { ...ending('remove', IconTrash, on), isDangerous: true }]
      : [{ ...ending('leave', IconDoorExit, on), isDangerous: true }]),
  ];
}

const ending = (kind: Ending, icon: typeof IconTrash, on: Doing): Command => ({
  id: `project-${kind}`,
  label: t(`project.${kind}`),
  icon,
  run: () => on.ask(kind),
});

/** Transfers ownership after asking. The new owner need not be a member yet; the former owner stays one. */
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
