import { Kbd } from '@mantine/core';
import {
  IconAddressBook,
  IconArrowRight,
  IconBriefcase,
  IconChecklist,
  IconFolder,
  IconHelp,
  IconKeyboard,
  IconLayoutDashboard,
  IconLogout,
  IconMessageCircle,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useGuide } from '#app/help/guide.ts';
import { useOverlays } from '#app/overlays/overlays.ts';
import { projectHere } from '#app/routing/history.ts';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { dialogName } from '#entities/dialog/name.ts';
import { DriveIcon } from '#entities/drive/DriveIcon.tsx';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { type Command, offeredCommands } from '#ui/keys/commands.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { PickList } from '#ui/lists/PickList.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './Palette.module.css';
import { type Item, paletteRows } from './paletteRows.ts';
import { recentOf } from './recent.ts';
import { typedCommands } from './typedCommands.ts';
import { noteUse, usesOf } from './usage.ts';
import { useFoundFiles } from './useFoundFiles.ts';
import { useFoundTasks } from './useFoundTasks.ts';
import { useGlobalCommands } from './useGlobalCommands.ts';
import { useSettingCommands } from './useSettingCommands.ts';

interface Props {
  /** The initial text. */
  text?: string;
  onClose: () => void;
  onTask: (taskId: number) => void;
  onProject: (projectId: number) => void;
  onDialog: (dialogId: number) => void;
  onPerson: (userid: number) => void;
  onFile: (folderId: number, fileId: number) => void;
  onHelp: (article: string) => void;
  /** Searches the server, which has more than is loaded here. */
  onSearch: (text: string) => void;
}

const MAX_CHARS = 100;

/** Finds every command and destination by a few letters of its name. */
export function Palette(props: Props) {
  const [query, setQuery] = useState(props.text ?? '');
  const everywhere = useGlobalCommands();
  // The commands are read once: the palette covers the other screens, so their commands do not change while it is open.
  const [offered] = useState(offeredCommands);
  const me = useMe();
  const found = useFoundTasks(query);
  const files = useFoundFiles(query);
  const { articles: guide } = useGuide();
  const [recents] = useState(() => recentOf(me));
  const [uses] = useState(() => usesOf(me));
  const { taskId, remind } = useOverlays();
  const settings = useSettingCommands(query.trim() !== '');
  const groups = useSelect(
    ['dialog', 'user', 'project', 'task'],
    (store) =>
      paletteRows(store, query, [...offered, ...everywhere], recents, dialogName, found, files, {
        typed: typedCommands(query, { store, taskId, projectId: projectHere(), remind }),
        settings: settings ?? [],
        guide,
        uses,
      }),
    [query, offered, everywhere, recents, found, files, guide, settings, uses, taskId],
  );
  const take = (item: Item) => {
    props.onClose();
    noteUse(me, item.id);
    switch (item.kind) {
      case 'command':
        return item.command.run();
      case 'task':
        return props.onTask(item.ref);
      case 'project':
        return props.onProject(item.ref);
      case 'dialog':
        return props.onDialog(item.ref);
      case 'person':
        return props.onPerson(item.ref);
      case 'file':
        return props.onFile(item.file.pid, item.file.id);
      case 'help':
        return props.onHelp(item.article);
    }
  };
  const rows = groups.flatMap(({ group, items }) =>
    items.map((item) => ({
      id: item.id,
      group: t(`palette.${group}`),
      label: item.label,
      content: <ItemRow item={item} />,
      run: () => take(item),
    })),
  );
  const isNarrow = useIsNarrow();
  const words = query.trim();
  if (words) {
    const label = t('palette.everywhere', { query: words });
    rows.push({
      id: 'everywhere',
      group: t('nav.search'),
      label,
      content: (
        <>
          <Icon of={IconSearch} />
          <span className={classes.label}>{label}</span>
        </>
      ),
      run: () => props.onSearch(words),
    });
  }
  return (
    <Modal
      opened
      onClose={props.onClose}
      withCloseButton={isNarrow}
      title={t('palette.title')}
      classNames={{ header: isNarrow ? '' : 'visually-hidden' }}
      styles={{ body: { display: 'flex', flexDirection: 'column', ...(!isNarrow && { padding: 16 }) } }}
      size={640}
      fullScreen={isNarrow}
      centered={false}
      yOffset="12vh"
      zIndex={400}
    >
      <PickList
        label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        clearLabel={t('action.clear')}
        value={query}
        maxLength={MAX_CHARS}
        rows={rows}
        onChange={setQuery}
        empty={<EmptyState drawing="lost" text={t('search.none')} />}
      />
    </Modal>
  );
}

function ItemRow({ item }: { item: Item }) {
  return (
    <>
      <Picture item={item} />
      <span className={classes.label}>{item.label}</span>
      {item.kind === 'command' && item.command.keys && (
        <span className={classes.keys} aria-hidden="true">
          {item.command.keys.split(' ').map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </>
  );
}

function Picture({ item }: { item: Item }) {
  const dialog = useRow('dialog', item.kind === 'dialog' ? item.ref : 0);
  const user = useRow('user', item.kind === 'person' ? item.ref : 0);
  if (dialog) return <DialogAvatar dialog={dialog} size={32} />;
  if (user) return <UserAvatar user={user} size={32} withPresence />;
  if (item.kind === 'command') return <Icon of={iconOf(item.command)} />;
  if (item.kind === 'file') return <DriveIcon file={item.file} />;
  if (item.kind === 'help') return <Icon of={IconHelp} />;
  return <Icon of={item.kind === 'project' ? IconBriefcase : IconChecklist} />;
}

const ICONS: Record<string, typeof IconSearch> = {
  search: IconSearch,
  dashboard: IconLayoutDashboard,
  messenger: IconMessageCircle,
  contacts: IconAddressBook,
  files: IconFolder,
  projects: IconBriefcase,
  settings: IconSettings,
  'new-task': IconPlus,
  'new-project': IconPlus,
  help: IconHelp,
  shortcuts: IconKeyboard,
  'sign-out': IconLogout,
};

function iconOf({ id, icon }: Command): typeof IconSearch {
  if (id.startsWith('setting-')) return IconSettings;
  if (id.startsWith('theme-')) return IconMoon;
  return icon ?? ICONS[id] ?? IconArrowRight;
}

const Icon = ({ of: Shape }: { of: typeof IconSearch }) => (
  <span className={classes.icon}>
    <Shape size={18} stroke={1.75} />
  </span>
);
