import { SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './PdfView.module.css';
import type { OutlineItem, PdfSession } from './pdfSession.ts';

interface Props {
  session: PdfSession;
  pages: number;
  page: number;
  onPage: (page: number) => void;
  onFollow: (target: unknown) => void;
}

/** Thumbnails of the pages, or the outline that the author made. */
export function SidePanel({ session, pages, page, onPage, onFollow }: Props) {
  const [tab, setTab] = useState<'pages' | 'outline'>('pages');
  const [outline, setOutline] = useState<readonly OutlineItem[]>();
  useEffect(() => {
    let isWanted = true;
    session.outline().then(
      (items) => isWanted && setOutline(items),
      () => isWanted && setOutline([]),
    );
    return () => {
      isWanted = false;
    };
  }, [session]);
  return (
    <aside className={classes.panel} aria-label={t('viewer.panel')}>
      <SegmentedControl
        fullWidth
        size="xs"
        value={tab}
        onChange={(value) => setTab(value === 'outline' ? 'outline' : 'pages')}
        data={[
          { value: 'pages', label: t('viewer.pages') },
          { value: 'outline', label: t('viewer.outline') },
        ]}
      />
      <div className={classes.panelBody}>
        {tab === 'pages' && <Thumbs session={session} pages={pages} page={page} onPage={onPage} />}
        {tab === 'outline' && outline && outline.length > 0 && <Outline items={outline} onFollow={onFollow} />}
        {tab === 'outline' && outline?.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {t('viewer.outline_none')}
          </Text>
        )}
      </div>
    </aside>
  );
}

function Outline({ items, onFollow }: { items: readonly OutlineItem[]; onFollow: (target: unknown) => void }) {
  return (
    <ul className={classes.outline}>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an outline never changes
        <li key={index}>
          <UnstyledButton className={classes.outlineItem} onClick={() => onFollow(item.target)}>
            {item.title}
          </UnstyledButton>
          {item.items.length > 0 && <Outline items={item.items} onFollow={onFollow} />}
        </li>
      ))}
    </ul>
  );
}

function Thumbs({ session, pages, page, onPage }: Omit<Props, 'onFollow'>) {
  return (
    <ol className={classes.thumbs}>
      {Array.from({ length: pages }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pages never move
        <Thumb key={index} session={session} number={index + 1} isCurrent={page === index + 1} onPage={onPage} />
      ))}
    </ol>
  );
}

const THUMB_PX = 120;

interface ThumbProps {
  session: PdfSession;
  number: number;
  isCurrent: boolean;
  onPage: (page: number) => void;
}
/** Drawn once it is near the visible ones. */
function Thumb({ session, number, isCurrent, onPage }: ThumbProps) {
  const place = useRef<HTMLLIElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || !canvas.current) return;
        observer.disconnect();
        session.draw(number, canvas.current, THUMB_PX).catch(() => undefined);
      },
      { rootMargin: '300px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [session, number]);
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={place}>
      <UnstyledButton
        className={classes.thumb}
        aria-label={t('viewer.page_number', { page: number })}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onPage(number)}
      >
        <canvas ref={canvas} width={120} height={160} />
        <span>{number}</span>
      </UnstyledButton>
    </li>
  );
}
