import {
  INBOX_KINDS,
  INBOX_PAGE,
  INBOX_STATES,
  type InboxItem,
  type InboxKind,
  type InboxState,
} from '@atrium/contract/workspace/inbox.ts';
import { Button, Kbd, Menu, SegmentedControl, Skeleton } from '@mantine/core';
import { IconCheck, IconChecks, IconChevronDown, IconClock, IconExternalLink } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { changeInbox } from '#entities/inbox/inbox.ts';
import { t } from '#sync/language.ts';
import { later } from '#sync/store/later.ts';
import { toWire } from '#sync/time.ts';
import { useCommandsOf } from '#ui/keys/commands.ts';
import panes from '#ui/layout/Panes.module.css';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Splitter, useWidth } from '#ui/layout/Splitter.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DropMenu } from '#ui/overlays/Drop.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import classes from './Inbox.module.css';
import { InboxRow } from './InboxRow.tsx';
import { SnoozeItems } from './SnoozeMenu.tsx';
import { useChosen } from './useChosen.ts';
import { useInbox } from './useInbox.ts';

const SnoozeModal = later(async () => (await import('./SnoozeModal.tsx')).SnoozeModal);

/** Width of the list, in px. */
const WIDTH = { least: 300, most: 520, usual: 380 };

/** What an item is about. */
export interface Subject {
  kind: 'dialog' | 'task' | 'approval';
  id: number;
  /** A message of the conversation. */
  position: number;
}
const subjectOf = ({ dialog_id, msg_id, task_id, approval_id }: InboxItem): Subject =>
  dialog_id > 0
    ? { kind: 'dialog', id: dialog_id, position: msg_id }
    : { kind: task_id > 0 ? 'task' : 'approval', id: task_id || approval_id, position: 0 };

const oneOf = <T extends string>(words: readonly T[], word: string | null): T | undefined =>
  words.find((each) => each === word);

/** As many as one call takes. */
const inChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / INBOX_PAGE) }, (_, index) =>
    ids.slice(index * INBOX_PAGE, (index + 1) * INBOX_PAGE),
  );

interface Props {
  /** Draws what an item is about, beside the list. */
  show: (subject: Subject, onClose: () => void) => ReactNode;
  /** Opens it in its own place. */
  onOpen: (subject: Subject) => void;
  /** For phones, whose tab bar does not lead here. */
  onBack: () => void;
}

/** What needs the reader, in one list, beside what it is about; on a phone the list alone. */
export function InboxScreen({ show, onOpen, onBack }: Props) {
  const [search, setSearch] = useSearchParams();
  const isPhone = useIsPhone();
  const side = useRef<HTMLElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const [width, setWidth] = useWidth('inbox.width', WIDTH);
  const [menu, setMenu] = useState<{ id: number; at: Point } | null>(null);
  const [customFor, setCustomFor] = useState(0);
  const box = oneOf(INBOX_STATES, search.get('box')) ?? 'open';
  const kind = oneOf(INBOX_KINDS, search.get('kind'));
  const { items: all, state, again, more, isReading } = useInbox(box);
  const items = kind ? all.filter((item) => item.kind === kind) : all;
  const inAddress = Number(search.get('item')) || 0;
  const [wantedId, setWantedId] = useChosen(inAddress);
  const at = items.findIndex(({ id }) => id === wantedId);
  const current = items[at];

  const go = (next: { box?: InboxState; kind?: InboxKind | undefined; item?: number }) => {
    const to = { box, kind, item: wantedId, ...next };
    setWantedId(to.item);
    const params = new URLSearchParams();
    if (to.box !== 'open') params.set('box', to.box);
    if (to.kind) params.set('kind', to.kind);
    if (to.item > 0) params.set('item', String(to.item));
    setSearch(params, { replace: 'item' in next });
  };
  const focusRow = (id: number) =>
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>(`[data-inbox="${id}"]`)?.focus());
  const select = (item: InboxItem) => {
    if (item.is_unread) changeInbox({ ids: [item.id], read: true });
    if (isPhone) onOpen(subjectOf(item));
    else go({ item: item.id });
  };
  const move = (by: number) => {
    const next = items[at < 0 ? 0 : Math.min(Math.max(at + by, 0), items.length - 1)];
    if (!next || isPhone) return;
    select(next);
    focusRow(next.id);
  };
  /** The next one takes its place, so that one goes through the list with one key. */
  const leave = (item: InboxItem) => {
    const place = items.indexOf(item);
    const next = items[place + 1] ?? items[place - 1];
    if (isPhone || item.id !== wantedId) return;
    go({ item: next?.id ?? 0 });
    if (next) {
      if (next.is_unread) changeInbox({ ids: [next.id], read: true });
      focusRow(next.id);
    }
  };
  const finish = (item: InboxItem, isDone: boolean) => {
    leave(item);
    changeInbox({ ids: [item.id], done: isDone });
    // As it was: unread, and still snoozed.
    const was = isDone && { ...(item.is_unread && { read: false }), snooze_until: item.snooze_until ?? '' };
    const undo = () => changeInbox({ ids: [item.id], done: !isDone, ...was });
    notify(t(isDone ? 'inbox.is_done' : 'inbox.is_back'), { action: { label: t('action.undo'), run: undo } });
  };
  const snooze = (item: InboxItem, until: Date | null) => {
    setMenu(null);
    setCustomFor(0);
    leave(item);
    changeInbox({ ids: [item.id], snooze_until: until ? toWire(until) : '' });
    if (!until) return;
    const undo = () => changeInbox({ ids: [item.id], snooze_until: item.snooze_until ?? '' });
    notify(t('inbox.is_snoozed'), { action: { label: t('action.undo'), run: undo } });
  };
  const finishAll = () => {
    const ids = items.map(({ id }) => id);
    for (const some of inChunks(ids)) changeInbox({ ids: some, done: true });
    go({ item: 0 });
    const unread = items.filter(({ is_unread }) => is_unread).map(({ id }) => id);
    const undo = () => {
      for (const some of inChunks(ids)) changeInbox({ ids: some, done: false });
      for (const some of inChunks(unread)) changeInbox({ ids: some, read: false });
    };
    notify(t('inbox.all_done', { count: ids.length }), { action: { label: t('action.undo'), run: undo } });
  };
  const askTime = () => {
    const row = current && rows.current?.querySelector(`[data-inbox="${current.id}"]`)?.getBoundingClientRect();
    if (current && row) setMenu({ id: current.id, at: { x: row.left + 48, y: row.bottom } });
  };

  useCommandsOf(() => [
    { id: 'inbox-next', label: t('inbox.next'), keys: 'j', run: () => move(1) },
    { id: 'inbox-previous', label: t('inbox.previous'), keys: 'k', run: () => move(-1) },
    ...(current
      ? [
          {
            id: 'inbox-done',
            label: t(box === 'done' ? 'inbox.undone' : 'inbox.done'),
            keys: 'e',
            run: () => finish(current, box !== 'done'),
          },
          ...(box === 'open' ? [{ id: 'inbox-snooze', label: t('inbox.snooze'), keys: 'h', run: askTime }] : []),
          {
            id: 'inbox-unread',
            label: t('inbox.mark_unread'),
            keys: 'u',
            run: () => changeInbox({ ids: [current.id], read: false }),
          },
          { id: 'inbox-open', label: t('inbox.open'), run: () => onOpen(subjectOf(current)) },
        ]
      : []),
  ]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && current && event.target instanceof HTMLElement) {
      if (event.target.dataset['inbox'] !== String(current.id)) return;
      event.preventDefault();
      onOpen(subjectOf(current));
    }
  };
  // The list takes the keys at once; on a phone there are none.
  const firstId = items[0]?.id ?? 0;
  const wasFocused = useRef(false);
  useEffect(() => {
    if (isPhone || wasFocused.current || firstId === 0) return;
    wasFocused.current = true;
    rows.current?.querySelector<HTMLElement>(`[data-inbox="${wantedId || firstId}"]`)?.focus();
  }, [isPhone, firstId, wantedId]);
  const menuItem = items.find(({ id }) => id === menu?.id);
  const custom = items.find(({ id }) => id === customFor);

  return (
    <div className={panes.page}>
      <aside ref={side} className={panes.side} aria-label={t('inbox.title')} {...(!isPhone && { style: { width } })}>
        <ScreenHeader title={t('inbox.title')} {...(isPhone && { back: { label: t('action.back'), run: onBack } })}>
          <DropMenu
            position="bottom-end"
            button={
              <Button
                size="compact-md"
                variant={kind ? 'light' : 'subtle'}
                color={kind ? undefined : 'gray'}
                rightSection={<IconChevronDown size={14} stroke={1.75} />}
              >
                {t(kind ? `inbox.kind_${kind}` : 'inbox.all_kinds')}
              </Button>
            }
          >
            {[undefined, ...INBOX_KINDS].map((each) => (
              <Menu.Item
                key={each ?? ''}
                leftSection={<IconCheck size={16} stroke={1.75} opacity={each === kind ? 1 : 0} />}
                rightSection={
                  <span className={classes.when}>{(each ? all.filter((item) => item.kind === each) : all).length}</span>
                }
                onClick={() => go({ kind: each, item: 0 })}
              >
                {t(each ? `inbox.kind_${each}` : 'inbox.all_kinds')}
              </Menu.Item>
            ))}
          </DropMenu>
        </ScreenHeader>
        <div className={classes.boxes}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('inbox.title')}
            value={box}
            onChange={(next) => go({ box: oneOf(INBOX_STATES, next) ?? 'open', item: 0 })}
            data={INBOX_STATES.map((each) => ({ value: each, label: t(`inbox.box_${each}`) }))}
          />
        </div>
        <div className={classes.rows}>
          {state === 'loading' && [1, 2, 3].map((each) => <Skeleton key={each} h={68} m={8} radius="md" w="auto" />)}
          {state === 'failed' && (
            <EmptyState drawing="lost" text={t('inbox.failed')} action={{ label: t('action.retry'), run: again }} />
          )}
          {state === 'there' && items.length === 0 && (
            <EmptyState
              drawing="done"
              text={t(kind ? 'inbox.none_found' : `inbox.none_${box}`)}
              {...(kind && { action: { label: t('inbox.all_kinds'), run: () => go({ kind: undefined }) } })}
            />
          )}
          {items.length > 0 && (
            <ul ref={rows} className={classes.list} aria-label={t(`inbox.box_${box}`)} onKeyDown={onKey}>
              {items.map((item, index) => (
                <InboxRow
                  key={item.id}
                  item={item}
                  isOpen={item === current}
                  isReachable={current ? item === current : index === 0}
                  onOpen={() => select(item)}
                  onDone={(isDone) => finish(item, isDone)}
                  onSnooze={(until) => snooze(item, until)}
                  onCustom={() => setCustomFor(item.id)}
                />
              ))}
            </ul>
          )}
          {more && (
            <Button fullWidth variant="subtle" color="gray" loading={isReading} onClick={more}>
              {t('inbox.more')}
            </Button>
          )}
        </div>
        {box === 'open' && items.length > 1 && (
          <div className={classes.foot}>
            <Button
              fullWidth
              variant="subtle"
              color="gray"
              leftSection={<IconChecks size={16} stroke={1.75} />}
              onClick={finishAll}
            >
              {t('inbox.finish_all')}
            </Button>
          </div>
        )}
        {!isPhone && (
          <Splitter label={t('inbox.width')} target={side} width={width} range={WIDTH} onChange={setWidth} />
        )}
      </aside>
      {!isPhone && (
        <div className={panes.main}>
          {current ? (
            <>
              <div className={classes.bar} role="toolbar" aria-label={t('inbox.actions')}>
                <Button
                  size="compact-md"
                  variant="light"
                  leftSection={<IconCheck size={16} stroke={1.75} />}
                  rightSection={<Kbd size="xs">E</Kbd>}
                  onClick={() => finish(current, box !== 'done')}
                >
                  {t(box === 'done' ? 'inbox.undone' : 'inbox.done')}
                </Button>
                {box === 'open' && (
                  <DropMenu
                    button={
                      <Button
                        size="compact-md"
                        variant="subtle"
                        color="gray"
                        leftSection={<IconClock size={16} stroke={1.75} />}
                        rightSection={<Kbd size="xs">H</Kbd>}
                      >
                        {t('inbox.snooze')}
                      </Button>
                    }
                  >
                    <SnoozeItems
                      onChoose={(until) => snooze(current, until)}
                      onCustom={() => setCustomFor(current.id)}
                    />
                  </DropMenu>
                )}
                {box === 'snoozed' && (
                  <Button size="compact-md" variant="subtle" color="gray" onClick={() => snooze(current, null)}>
                    {t('inbox.unsnooze')}
                  </Button>
                )}
                <Button
                  ml="auto"
                  size="compact-md"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconExternalLink size={16} stroke={1.75} />}
                  onClick={() => onOpen(subjectOf(current))}
                >
                  {t('inbox.open')}
                </Button>
              </div>
              <div className={classes.about}>{show(subjectOf(current), () => go({ item: 0 }))}</div>
            </>
          ) : (
            items.length > 0 && <EmptyState drawing="done" text={t('inbox.choose')} />
          )}
        </div>
      )}
      {menu && menuItem && (
        <PointMenu at={menu.at} label={t('inbox.snooze')} onClose={() => setMenu(null)}>
          <SnoozeItems
            onChoose={(until) => snooze(menuItem, until)}
            onCustom={() => {
              setMenu(null);
              setCustomFor(menuItem.id);
            }}
          />
        </PointMenu>
      )}
      {custom && (
        <Suspense>
          <SnoozeModal onChoose={(until) => snooze(custom, until)} onClose={() => setCustomFor(0)} />
        </Suspense>
      )}
    </div>
  );
}
