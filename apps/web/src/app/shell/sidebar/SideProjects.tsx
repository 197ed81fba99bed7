import { projectList } from '@atrium/client/store/select.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { Menu, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconFolder,
  IconFolderMinus,
  IconFolderPlus,
  IconPencil,
  IconPin,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { NavLink, useMatch } from 'react-router';
import { arrange, useNavigation } from '#entities/navigation/navigation.ts';
import { moveBy, moveNextTo, moveToFolder, sortIntoFolders } from '#entities/navigation/sidebarOrder.ts';
import { hueOf } from '#entities/user/UserAvatar.tsx';
import { PinMenu } from '#features/projects/overview/PinMenu.tsx';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { dragRow } from '#ui/lists/dragRow.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { ProjectProgress } from './ProjectProgress.tsx';
import classes from './Sidebar.module.css';

const FolderModal = lazyPart(async () => (await import('./FolderModal.tsx')).FolderModal);

const FILTER_FROM = 8;
const CLOSED = 'sidebar.closed';
const storedClosed = (): string[] => (localStorage.getItem(CLOSED) ?? '').split('\n').filter(Boolean);

/** The form for a folder's name: of a new one for a project, or another name for one. */
type Naming = { kind: 'new'; projectId: number } | { kind: 'rename'; name: string };

/** The projects in the person's order, in folders and outside of them. */
export function SideProjects({ isNarrow }: { isNarrow: boolean }) {
  const projects = useSelect(['project'], projectList, []);
  const navigation = useNavigation();
  const [query, setQuery] = useState('');
  const [closed, setClosed] = useState(storedClosed);
  const [naming, setNaming] = useState<Naming | null>(null);
  const words = query.trim().toLowerCase();
  const { folders, rest } = sortIntoFolders(
    projects.filter(({ name }) => name.toLowerCase().includes(words)),
    navigation,
  );
  const toggle = (name: string) => {
    const next = closed.includes(name) ? closed.filter((each) => each !== name) : [...closed, name];
    localStorage.setItem(CLOSED, next.join('\n'));
    setClosed(next);
  };
  const folderOf = (id: number) => navigation.folders.find((folder) => folder.projects.includes(id))?.name ?? '';
  const ids = () => {
    const all = sortIntoFolders(projects, navigation);
    return [...all.folders.flatMap((folder) => folder.projects), ...all.rest].map(({ id }) => id);
  };
  const row = (project: Project, among: readonly Project[]) => (
    <ProjectItem
      key={project.id}
      project={project}
      isNarrow={isNarrow}
      folder={folderOf(project.id)}
      folders={navigation.folders.map(({ name }) => name)}
      onDrop={(id, isAfter) =>
        void arrange({
          projects: moveNextTo(ids(), id, project.id, isAfter),
          folders: moveToFolder(navigation.folders, id, folderOf(project.id)),
        })
      }
      onMove={(by) => {
        const own = among.map(({ id }) => id);
        const order = moveBy(own, project.id, by);
        // Only the projects of this list exchange their places.
        void arrange({ projects: ids().map((id) => (own.includes(id) ? (order[own.indexOf(id)] ?? id) : id)) });
      }}
      onFile={(name) => void arrange({ folders: moveToFolder(navigation.folders, project.id, name) })}
      onNewFolder={() => setNaming({ kind: 'new', projectId: project.id })}
    />
  );
  const name = (words: string) => {
    setNaming(null);
    if (naming?.kind === 'new') return arrange({ folders: moveToFolder(navigation.folders, naming.projectId, words) });
    return arrange({
      folders: navigation.folders.map((folder) => (folder.name === naming?.name ? { ...folder, name: words } : folder)),
    });
  };
  return (
    <>
      <div className={classes.head}>{!isNarrow && <span>{t('nav.projects')}</span>}</div>
      {!isNarrow && projects.length > FILTER_FROM && (
        <TextInput
          size="xs"
          className={classes.filter}
          aria-label={t('project.search')}
          placeholder={t('project.search')}
          leftSection={<IconSearch size={14} stroke={1.75} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {folders.map((folder) => (
        <FolderItem
          key={folder.name}
          name={folder.name}
          isNarrow={isNarrow}
          isClosed={!words && closed.includes(folder.name)}
          onToggle={() => toggle(folder.name)}
          onProject={(id) => void arrange({ folders: moveToFolder(navigation.folders, id, folder.name) })}
          onRename={() => setNaming({ kind: 'rename', name: folder.name })}
          onRemove={() => void arrange({ folders: navigation.folders.filter((each) => each.name !== folder.name) })}
        >
          {folder.projects.map((project) => row(project, folder.projects))}
        </FolderItem>
      ))}
      {rest.map((project) => row(project, rest))}
      {naming && (
        <Suspense>
          <FolderModal
            name={naming.kind === 'rename' ? naming.name : ''}
            taken={navigation.folders.map((folder) => folder.name)}
            onClose={() => setNaming(null)}
            onDone={(words) => void name(words)}
          />
        </Suspense>
      )}
    </>
  );
}

interface FolderProps {
  name: string;
  isNarrow: boolean;
  isClosed: boolean;
  onToggle: () => void;
  /** Called when a project was dropped on the folder. */
  onProject: (id: number) => void;
  onRename: () => void;
  onRemove: () => void;
  children: ReactNode;
}
function FolderItem({ name, isNarrow, isClosed, onToggle, onProject, onRename, onRemove, children }: FolderProps) {
  const [menu, setMenu] = useState<Point | null>(null);
  return (
    <div className={classes.folder}>
      <Tooltip label={name} position="right" disabled={!isNarrow}>
        <UnstyledButton
          className={classes.item}
          aria-expanded={!isClosed}
          {...(isNarrow && { 'aria-label': name })}
          {...dragRow('project', `folder ${name}`, (id) => onProject(Number(id)))}
          draggable={false}
          onClick={onToggle}
          onContextMenu={(event: MouseEvent) => {
            event.preventDefault();
            setMenu({ x: event.clientX, y: event.clientY });
          }}
        >
          <IconFolder size={20} stroke={1.75} />
          {!isNarrow && <span className={classes.label}>{name}</span>}
          {!isNarrow && <IconChevronDown size={14} stroke={1.75} data-closed={isClosed || undefined} />}
        </UnstyledButton>
      </Tooltip>
      {!isClosed && <div className={classes.within}>{children}</div>}
      <PointMenu at={menu} label={name} onClose={() => setMenu(null)}>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onRename}>
          {t('side.rename_folder')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
          {t('side.remove_folder')}
        </Menu.Item>
      </PointMenu>
    </div>
  );
}

interface ItemProps {
  project: Project;
  isNarrow: boolean;
  /** The name of the folder of the project; '' = none. */
  folder: string;
  folders: readonly string[];
  onDrop: (id: number, isAfter: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onFile: (folder: string) => void;
  onNewFolder: () => void;
}
function ProjectItem({ project, isNarrow, folder, folders, onDrop, onMove, onFile, onNewFolder }: ItemProps) {
  const [menu, setMenu] = useState<Point | null>(null);
  const open = (project.task_my_num ?? 0) - (project.task_my_complete ?? 0);
  const hue = hueOf(project.id);
  const isHere = useMatch(`/manage/project/${project.id}`) !== null;
  return (
    <div
      role="presentation"
      className={classes.project}
      data-here={(isHere && !isNarrow) || undefined}
      {...dragRow('project', String(project.id), (id, isAfter) => onDrop(Number(id), isAfter))}
      onKeyDown={(event: KeyboardEvent) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <Tooltip label={project.name} position="right" disabled={!isNarrow}>
        <NavLink
          to={`/manage/project/${project.id}`}
          className={classes.item ?? ''}
          draggable={false}
          {...(isNarrow && { 'aria-label': project.name })}
          onContextMenu={(event: MouseEvent) => {
            event.preventDefault();
            setMenu({ x: event.clientX, y: event.clientY });
          }}
        >
          <span
            className={classes.dot}
            // The completed share is drawn as a ring; a project without tasks has a plain mark.
            data-ring={(project.task_num ?? 0) > 0 || undefined}
            style={
              {
                '--hue': `light-dark(hsl(${hue} 58% 56%), hsl(${hue} 55% 64%))`,
                '--done': `${project.task_percent ?? 0}%`,
              } as CSSProperties
            }
          />
          {!isNarrow && <span className={classes.label}>{project.name}</span>}
          {!isNarrow && project.top_at && <IconPin size={14} stroke={1.75} aria-label={t('project.pinned')} />}
          {!isNarrow && open > 0 && <span className={classes.count}>{open}</span>}
        </NavLink>
      </Tooltip>
      {isHere && !isNarrow && <ProjectProgress project={project} />}
      <PinMenu project={project} at={menu} onClose={() => setMenu(null)}>
        <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.75} />} onClick={() => onMove(-1)}>
          {t('side.up')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} stroke={1.75} />} onClick={() => onMove(1)}>
          {t('side.down')}
        </Menu.Item>
        <Menu.Divider />
        {folders
          .filter((name) => name !== folder)
          .map((name) => (
            <Menu.Item key={name} leftSection={<IconFolder size={16} stroke={1.75} />} onClick={() => onFile(name)}>
              {t('side.into_folder', { name })}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<IconFolderPlus size={16} stroke={1.75} />} onClick={onNewFolder}>
          {t('side.new_folder')}
        </Menu.Item>
        {folder && (
          <Menu.Item leftSection={<IconFolderMinus size={16} stroke={1.75} />} onClick={() => onFile('')}>
            {t('side.out_of_folder')}
          </Menu.Item>
        )}
      </PinMenu>
    </div>
  );
}
