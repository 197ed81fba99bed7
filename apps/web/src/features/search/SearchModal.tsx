import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconCommand, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { PickList } from '#ui/lists/PickList.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { HitRow } from './HitRow.tsx';
import { forgetSearches, noteSearch, recentSearches } from './recentSearches.ts';
import { type Hit, KINDS, type Kind } from './results.ts';
import classes from './SearchModal.module.css';
import { useSearch } from './useSearch.ts';

interface Props {
  /** The initial text. */
  text?: string;
  onClose: () => void;
  onTask: (taskId: number) => void;
  onProject: (projectId: number) => void;
  onMessage: (dialogId: number, messageId: number) => void;
  onContact: (userid: number) => void;
  onFile: (folderId: number, fileId: number) => void;
  /** Finds settings, help and commands, which the server does not search. */
  onPalette: (text: string) => void;
}

/** The most characters that the calls accept. */
const MAX_CHARS = 100;
const MOD = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';
const OPERATORS = ['from:ada', 'in:design', 'after:2026-01', 'has:link', 'is:done'];

/** Searches the whole workspace from one field. */
export function SearchModal(props: Props) {
  const { onClose } = props;
  const [text, setText] = useState(props.text ?? '');
  const [tag, setTag] = useState<Kind | null>(null);
  const { hits, isSearching, problem, retry } = useSearch(text, tag);
  const isNarrow = useIsNarrow();
  const words = text.trim();
  const [recent, setRecent] = useState(recentSearches);

  const open = (hit: Hit) => {
    if (hit.kind === 'project' && hit.project.archived_at) {
      notify(t('search.archived_project'), { kind: 'error' });
      return;
    }
    noteSearch(words);
    onClose();
    switch (hit.kind) {
      case 'task':
        return props.onTask(hit.task.parent_id || hit.task.id);
      case 'project':
        return props.onProject(hit.project.id);
      case 'message':
        return props.onMessage(Number(hit.hit.id), hit.hit.search_msg_id ?? 0);
      case 'contact':
        return props.onContact(hit.user.userid);
      case 'file':
        return props.onFile(hit.file.pid, hit.file.id);
    }
  };
  const found = hits.map((hit) => ({
    id: hit.id,
    group: t(`search.kind.${hit.kind}`),
    label: labelOf(hit),
    content: <HitRow hit={hit} words={words} />,
    run: () => open(hit),
  }));
  const before = recent.map((each) => ({
    id: `recent-${each}`,
    group: t('search.recent'),
    label: each,
    content: (
      <span className={classes.recent}>
        <IconHistory size={16} stroke={1.75} aria-hidden />
        <span className="truncate">{each}</span>
      </span>
    ),
    run: () => setText(each),
  }));
  const elsewhere = isNarrow ? t('search.commands') : t('search.commands_key', { key: `${MOD} K` });
  const commands = {
    id: 'commands',
    group: t('palette.title'),
    label: elsewhere,
    content: (
      <span className={classes.recent}>
        <IconCommand size={16} stroke={1.75} aria-hidden />
        <span className="truncate">{elsewhere}</span>
      </span>
    ),
    run: () => props.onPalette(words),
  };
  const results = found.length > 0 && !isSearching ? [...found, commands] : found;
  const rows = words ? results : before;
  const forget = () => {
    forgetSearches();
    setRecent([]);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('nav.search')}
      size={768}
      fullScreen={isNarrow}
      centered={false}
      yOffset="8vh"
      styles={{ body: { display: 'flex', flexDirection: 'column' } }}
    >
      <PickList
        label={t('nav.search')}
        placeholder={t('search.placeholder')}
        clearLabel={t('action.clear')}
        value={text}
        maxLength={MAX_CHARS}
        rows={rows}
        isBusy={isSearching}
        onChange={setText}
        empty={
          <Empty
            words={words}
            isSearching={isSearching}
            problem={problem}
            onRetry={retry}
            onAll={tag ? () => setTag(null) : undefined}
            commandsLabel={elsewhere}
            onCommands={() => props.onPalette(words)}
          />
        }
      >
        <div className={classes.tags} role="toolbar" aria-label={t('messenger.filters')}>
          {KINDS.map((kind) => (
            <button
              type="button"
              key={kind}
              className={classes.tag}
              aria-pressed={tag === kind}
              onClick={() => setTag(tag === kind ? null : kind)}
            >
              {t(`search.kind.${kind}`)}
            </button>
          ))}
        </div>
        {!words && before.length > 0 && (
          <Button size="compact-sm" variant="subtle" className={classes.forget ?? ''} onClick={forget}>
            {t('search.forget')}
          </Button>
        )}
        {problem && rows.length > 0 && <Problem text={problem} onRetry={retry} />}
        <VisuallyHidden aria-live="polite">
          {words && !isSearching && found.length > 0 ? t('search.count', { count: found.length }) : ''}
        </VisuallyHidden>
      </PickList>
    </Modal>
  );
}

function labelOf(hit: Hit): string {
  switch (hit.kind) {
    case 'task':
      return hit.task.name;
    case 'project':
      return hit.project.name;
    case 'message':
      return t('search.said', { name: hit.hit.name, text: hit.hit.last_msg?.msg.preview ?? '' });
    case 'contact':
      return hit.user.nickname;
    case 'file':
      return fullName(hit.file);
  }
}

interface EmptyProps {
  words: string;
  isSearching: boolean;
  problem: string;
  onRetry: () => void;
  /** Searches without the active filter. */
  onAll: (() => void) | undefined;
  commandsLabel: string;
  onCommands: () => void;
}
function Empty({ words, isSearching, problem, onRetry, onAll, commandsLabel, onCommands }: EmptyProps) {
  if (problem) return <Problem text={problem} onRetry={onRetry} />;
  if (words) {
    return (
      <div role="status">
        {isSearching ? (
          <p className={classes.hint}>{t('search.searching')}</p>
        ) : (
          <EmptyState drawing="lost" text={t('search.none')}>
            {onAll && (
              <Button variant="default" onClick={onAll}>
                {t('search.all')}
              </Button>
            )}
            <Button variant="default" onClick={onCommands}>
              {commandsLabel}
            </Button>
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <EmptyState drawing="board" text={t('search.enter')}>
      <p className={classes.hint}>
        {t('search.hint')}{' '}
        {OPERATORS.map((operator) => <code key={operator}>{operator}</code>).reduce<React.ReactNode[]>(
          (parts, each) => [...parts, each, ' '],
          [],
        )}
      </p>
    </EmptyState>
  );
}

function Problem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <p className={classes.hint} role="alert">
      {text}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </p>
  );
}
