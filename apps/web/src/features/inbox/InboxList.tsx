import { Button, Skeleton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Inbox.module.css';
import { InboxRow } from './InboxRow.tsx';
import type { InboxView } from './useInboxView.ts';

interface Props {
  view: InboxView;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The items of one list, a text while there are none, and a button for more. */
export function InboxList({ view, onKeyDown }: Props) {
  const { box, kind, items, current, state, more } = view;
  return (
    <div className={classes.rows}>
      {state === 'loading' && [1, 2, 3].map((each) => <Skeleton key={each} h={68} m={8} radius="md" w="auto" />)}
      {state === 'failed' && (
        <EmptyState drawing="lost" text={t('inbox.failed')} action={{ label: t('action.retry'), run: view.again }} />
      )}
      {state === 'there' && items.length === 0 && (
        <EmptyState
          drawing="done"
          text={t(kind ? 'inbox.none_found' : `inbox.none_${box}`)}
          {...(kind && { action: { label: t('inbox.all_kinds'), run: () => view.go({ kind: undefined }) } })}
        />
      )}
      {items.length > 0 && (
        <ul ref={view.rows} className={classes.list} aria-label={t(`inbox.box_${box}`)} onKeyDown={onKeyDown}>
          {items.map((item, index) => (
            <InboxRow
              key={item.id}
              item={item}
              isOpen={item === current}
              isReachable={current ? item === current : index === 0}
              onOpen={() => view.select(item)}
              onDone={(isDone) => view.finish(item, isDone)}
              onSnooze={(until) => view.snooze(item, until)}
              onCustom={() => view.chooseTime(item)}
            />
          ))}
        </ul>
      )}
      {more && (
        <Button fullWidth variant="subtle" color="gray" loading={view.isReading} onClick={more}>
          {t('inbox.more')}
        </Button>
      )}
    </div>
  );
}
