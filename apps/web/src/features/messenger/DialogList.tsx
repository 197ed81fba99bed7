import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { badgeOf } from '@atrium/client/store/select.ts';
import type { DialogHit } from '@atrium/contract/workspace/search.ts';
import { CloseButton, Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { VList } from 'virtua';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useAppearance } from '#ui/appearance.ts';
import { useBack } from '#ui/keys/goBack.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useStable } from '#ui/useStable.ts';
import classes from './DialogList.module.css';
import { DialogRow } from './DialogRow.tsx';
import { FoundRow } from './FoundRow.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { type Filter, keepFilter, keptFilter } from './filters/filters.ts';
import { draftIn, useDialogs } from './useDialogs.ts';
import { useFoundElsewhere, useTagged } from './useFoundElsewhere.ts';

const passes: Record<Filter, (dialog: ClientDialog) => boolean> = {
  all: () => true,
  unread: (dialog) => badgeOf(dialog) > 0,
  project: (dialog) => dialog.group_type === 'project',
  task: (dialog) => dialog.group_type === 'task',
  direct: (dialog) => dialog.type === 'user' && dialog.bot === 0,
  group: (dialog) => dialog.group_type === 'user' || dialog.group_type === 'all',
  bot: (dialog) => dialog.bot > 0,
  // Tagged messages come from the server, because this filter is about messages and not conversations.
  tagged: () => false,
  mention: (dialog) => dialog.mention > 0,
  todo: (dialog) => dialog.todo_num > 0,
};

/** Leaves out dialogs that are listed above, by their name or their last message. */
function foundBeside(hits: readonly DialogHit[], listed: readonly ClientDialog[]): DialogHit[] {
  const known = new Map(listed.map((dialog) => [dialog.id, dialog]));
  return hits.filter(({ id, search_msg_id }) => {
    const dialog = typeof id === 'number' ? known.get(id) : undefined;
    return !dialog || (search_msg_id !== undefined && dialog.last_msg?.id !== search_msg_id);
  });
}

function emptyKey(filter: Filter, query: string) {
  if (query) return 'messenger.no_match';
  if (filter === 'tagged') return 'messenger.none_tagged';
  return filter === 'all' ? 'messenger.none' : 'messenger.no_match';
}

type Line = { dialog: ClientDialog; hit: undefined } | { dialog: undefined; hit: DialogHit };

interface Props {
  selected: number;
  /** `msg`: opens at this message. */
  onOpen: (id: number, msg?: number) => void;
  onOpenPerson: (userid: number) => void;
}

export function DialogList({ selected, onOpen, onOpenPerson }: Props) {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>(keptFilter);
  useBack(query ? () => setQuery('') : undefined);
  const density = useAppearance((state) => state.density);
  const dialogs = useDialogs();
  const shown = useMemo(() => {
    const words = query.trim().toLowerCase();
    const matches = (dialog: ClientDialog) =>
      [dialog.name, dialog.pinyin, dialog.last_msg?.msg.preview ?? ''].some((text) =>
        text.toLowerCase().includes(words),
      );
    return dialogs.filter((dialog) => passes[filter](dialog) && (!words || matches(dialog)));
  }, [dialogs, filter, query]);
  const unread = dialogs.filter(passes.unread).length;
  const mention = dialogs.filter(passes.mention).length;
  const counts = useMemo(() => ({ unread, mention }), [unread, mention]);
  const { choose } = useStable({
    choose: (next: Filter) => {
      keepFilter(next);
      setFilter(next);
    },
  });
  const { hits, isSearching } = useFoundElsewhere(filter === 'all' ? query : '');
  const { tagged, isLoading } = useTagged(filter === 'tagged', query);
  const beside = useMemo(() => foundBeside(hits, shown), [hits, shown]);
  const found = filter === 'tagged' ? tagged : beside;
  const lines = useMemo(
    (): Line[] => [
      ...shown.map((dialog) => ({ dialog, hit: undefined })),
      ...found.map((hit) => ({ dialog: undefined, hit })),
    ],
    [shown, found],
  );
  const acts = useStable({ onOpen: (id: number) => onOpen(id) });
  const today = nowDate().toDateString();
  const openHit = ({ id, dialog_user, search_msg_id }: DialogHit) =>
    typeof id === 'number' ? onOpen(id, search_msg_id) : onOpenPerson(dialog_user?.userid ?? 0);

  // Arrow keys move between rows; Tab leaves the list.
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
      <SearchField query={query} onQuery={setQuery} />
      <FilterBar filter={filter} counts={counts} onFilter={choose} />
      <nav className={classes.list} aria-label={t('messenger.chats')} onKeyDown={onKeyDown}>
        {shown.length + found.length === 0 ? (
          isSearching || isLoading ? (
            <Skeleton h={56} mx={8} radius="md" role="status" aria-label={t('state.loading')} />
          ) : (
            <EmptyState drawing="chat" text={t(emptyKey(filter, query))} />
          )
        ) : (
          <VList key={density} itemSize={density === 'compact' ? 48 : 64} data={lines}>
            {({ dialog, hit }) =>
              dialog ? (
                <DialogRow
                  key={dialog.id}
                  dialog={dialog}
                  isSelected={dialog.id === selected}
                  draft={draftIn(dialog.id)}
                  today={today}
                  onOpen={acts.onOpen}
                />
              ) : (
                <FoundRow key={`${hit.id}.${hit.search_msg_id ?? ''}`} hit={hit} onOpen={() => openHit(hit)} />
              )
            }
          </VList>
        )}
      </nav>
    </>
  );
}

// These parts are memoized: the list redraws with every message, which does not affect them.

const SearchField = memo(function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  return (
    <div className={classes.search}>
      <TextInput
        aria-label={t('messenger.search')}
        placeholder={t('messenger.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onQuery('')}
        rightSection={query && <CloseButton size="sm" aria-label={t('action.clear')} onClick={() => onQuery('')} />}
      />
    </div>
  );
});
