import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Pages } from '#features/projects/table/usePages.ts';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import classes from './ProjectDrawers.module.css';

const DEBOUNCE_MS = 300;

/** A debounced search text. */
export function useSearched() {
  const [words, setWords] = useState('');
  const [key] = useDebouncedValue(words.trim(), DEBOUNCE_MS);
  return { words, setWords, key };
}

interface Props<Row> {
  title: string;
  searchLabel: string;
  searched: ReturnType<typeof useSearched>;
  pages: Pages<Row>;
  /** Shown if the list or the search is empty. */
  nothing: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

/** A long list beside the project, page by page, with a search field. */
export function SearchedDrawer<Row>({ title, searchLabel, searched, pages, nothing, onClose, children }: Props<Row>) {
  const { rows, problem, more } = pages;
  return (
    <Drawer opened onClose={onClose} position="right" size={720} title={title}>
      <TextInput
        data-autofocus
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={searched.words}
        onChange={(event) => searched.setWords(event.currentTarget.value)}
        mb="sm"
      />
      {problem && <Text c="red">{problem}</Text>}
      {!rows && !problem && [1, 2, 3].map((each) => <Skeleton key={each} h={40} mb={8} radius="md" />)}
      {rows?.length === 0 && <EmptyState drawing="done" text={nothing} />}
      <ul className={classes.list}>{rows?.map(children)}</ul>
      {more && (
        <Button variant="subtle" fullWidth onClick={more} mt="xs">
          {t('hidden_tasks.more')}
        </Button>
      )}
    </Drawer>
  );
}
