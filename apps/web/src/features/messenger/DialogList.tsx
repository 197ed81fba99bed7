import type { ClientDialog } from '@atrium/client/rows.ts';
import { badgeOf, dialogList } from '@atrium/client/select.ts';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { VList } from 'virtua';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useDraftVersion } from '#sync/useClient.ts';
import { useSelect } from '#sync/useStore.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import classes from './DialogList.module.css';
import { DialogRow } from './DialogRow.tsx';

const FILTERS = ['all', 'unread', 'project', 'task', 'direct', 'group', 'mention', 'todo'] as const;
type Filter = (typeof FILTERS)[number];

const passes: Record<Filter, (dialog: ClientDialog) => boolean> = {
  all: () => true,
  unread: (dialog) => badgeOf(dialog) > 0,
  project: (dialog) => dialog.group_type === 'project',
  task: (dialog) => dialog.group_type === 'task',
  direct: (dialog) => dialog.type === 'user',
  group: (dialog) => dialog.group_type === 'user' || dialog.group_type === 'all',
  mention: (dialog) => dialog.mention > 0,
  todo: (dialog) => dialog.todo_num > 0,
};

interface Props {
  selected: number;
  onOpen: (id: number) => void;
}

export function DialogList({ selected, onOpen }: Props) {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const drafts = useDraftVersion();
  const dialogs = useSelect(['dialog'], (store) => dialogList(store, client.drafts), [drafts]);
  const shown = useMemo(() => {
    const words = query.trim().toLowerCase();
    const matches = (dialog: ClientDialog) =>
      [dialog.name, dialog.pinyin, dialog.last_msg?.msg.preview ?? ''].some((text) =>
        text.toLowerCase().includes(words),
      );
    return dialogs.filter((dialog) => passes[filter](dialog) && (!words || matches(dialog)));
  }, [dialogs, filter, query]);

  // Arrows walk the rows; Tab leaves the list.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-dialog]')];
    const index = rows.indexOf(document.activeElement as HTMLElement);
    const next = rows[index + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      <div className={classes.search}>
        <TextInput
          aria-label={t('messenger.search')}
          placeholder={t('messenger.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
          rightSection={query && <CloseButton size="sm" aria-label={t('action.clear')} onClick={() => setQuery('')} />}
        />
      </div>
      <div className={classes.filters} role="toolbar" aria-label={t('messenger.filters')}>
        {FILTERS.map((name) => (
          <button
            type="button"
            key={name}
            className={classes.filter}
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {t(`messenger.filter.${name}`)}
          </button>
        ))}
      </div>
      <nav className={classes.list} aria-label={t('messenger.chats')} onKeyDown={onKeyDown}>
        {shown.length === 0 ? (
          <EmptyState drawing="chat" text={t(query || filter !== 'all' ? 'messenger.no_match' : 'messenger.none')} />
        ) : (
          <VList itemSize={64}>
            {shown.map((dialog) => (
              <DialogRow
                key={dialog.id}
                dialog={dialog}
                isSelected={dialog.id === selected}
                onOpen={() => onOpen(dialog.id)}
              />
            ))}
          </VList>
        )}
      </nav>
    </>
  );
}
