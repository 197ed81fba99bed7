import { INBOX_STATES } from '@atrium/contract/workspace/inbox.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import panes from '#ui/layout/Panes.module.css';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Splitter, useWidth } from '#ui/layout/Splitter.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { PointMenu } from '#ui/overlays/PointMenu.tsx';
import classes from './Inbox.module.css';
import { InboxList } from './InboxList.tsx';
import { ItemToolbar } from './ItemToolbar.tsx';
import { KindMenu } from './KindMenu.tsx';
import { SnoozeItems } from './SnoozeMenu.tsx';
import { type Subject, subjectOf } from './subject.ts';
import { useInboxKeys } from './useInboxKeys.ts';
import { useInboxView } from './useInboxView.ts';

const SnoozeModal = lazyPart(async () => (await import('./SnoozeModal.tsx')).SnoozeModal);

/** The width of the list in px. */
const WIDTH = { least: 300, most: 520, usual: 380 };

interface Props {
  /** Draws what an item is about, beside the list. */
  show: (subject: Subject, onClose: () => void) => ReactNode;
  /** Opens the subject on its own screen. */
  onOpen: (subject: Subject) => void;
  /** Leads back on phones, whose tab bar does not lead here. */
  onBack: () => void;
}

/** The inbox, with the subject of the chosen item beside it; on a phone the list alone. */
export function InboxScreen({ show, onOpen, onBack }: Props) {
  const view = useInboxView(onOpen);
  const onKeyDown = useInboxKeys(view);
  const { isPhone, box, items, current, snoozeMenu, customItem } = view;
  const side = useRef<HTMLElement>(null);
  const [width, setWidth] = useWidth('inbox.width', WIDTH);
  return (
    <div className={panes.page}>
      <aside ref={side} className={panes.side} aria-label={t('inbox.title')} {...(!isPhone && { style: { width } })}>
        <ScreenHeader title={t('inbox.title')} {...(isPhone && { back: { label: t('action.back'), run: onBack } })}>
          <KindMenu view={view} />
        </ScreenHeader>
        <div className={classes.boxes}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('inbox.title')}
            value={box}
            onChange={(next) => view.go({ box: next, item: 0 })}
            data={INBOX_STATES.map((each) => ({ value: each, label: t(`inbox.box_${each}`) }))}
          />
        </div>
        <InboxList view={view} onKeyDown={onKeyDown} />
        {box === 'open' && items.length > 1 && (
          <div className={classes.foot}>
            <Button
              fullWidth
              variant="subtle"
              color="gray"
              leftSection={<IconChecks size={16} stroke={1.75} />}
              onClick={view.finishAll}
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
              <ItemToolbar item={current} view={view} />
              <div className={classes.about}>{show(subjectOf(current), () => view.go({ item: 0 }))}</div>
            </>
          ) : (
            items.length > 0 && <EmptyState drawing="done" text={t('inbox.choose')} />
          )}
        </div>
      )}
      {snoozeMenu && (
        <PointMenu at={snoozeMenu.at} label={t('inbox.snooze')} onClose={view.closeSnoozeMenu}>
          <SnoozeItems
            onChoose={(until) => view.snooze(snoozeMenu.item, until)}
            onCustom={() => view.chooseTime(snoozeMenu.item)}
          />
        </PointMenu>
      )}
      {customItem && (
        <Suspense>
          <SnoozeModal onChoose={(until) => view.snooze(customItem, until)} onClose={view.cancelTime} />
        </Suspense>
      )}
    </div>
  );
}
