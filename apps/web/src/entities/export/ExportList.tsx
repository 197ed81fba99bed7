import type { Export } from '@atrium/contract/files/exports.ts';
import { Button, Loader, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconTable } from '@tabler/icons-react';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { fullTime } from '#entities/message/time.ts';
import { useFileAddress } from '#sync/files.ts';
import { locale, t } from '#sync/language.ts';
import classes from './ExportList.module.css';

const number = new Intl.NumberFormat(locale);

/** Recent exports with their progress or download. */
export function ExportList({ list }: { list: readonly Export[] }) {
  return (
    <ul className={classes.list} aria-label={t('export.recent')} aria-live="polite">
      {list.map((item) => (
        <li key={item.id} className={classes.row}>
          <Mark item={item} />
          <div className={classes.words}>
            <Text size="sm" fw={500} truncate>
              {item.name || t(item.kind === 'task' ? 'export.tasks' : 'export.overdue')}
            </Text>
            <State item={item} />
          </div>
          {item.url && <Fetch item={item} />}
        </li>
      ))}
    </ul>
  );
}

function Mark({ item: { status } }: { item: Export }) {
  if (status === 'failed') return <IconAlertTriangle className={classes.failed} size={20} stroke={1.75} aria-hidden />;
  if (status === 'done') return <IconTable size={20} stroke={1.75} aria-hidden />;
  return <Loader size={18} aria-hidden />;
}

function State({ item }: { item: Export }) {
  const { status, done, total, error, size, url, expired_at, created_at } = item;
  if (status === 'waiting' || (status === 'running' && total === 0)) return <Faint>{t('export.waiting')}</Faint>;
  if (status === 'running') {
    const words = t('export.progress', { done: number.format(done), total: number.format(total) });
    return (
      <>
        <Progress value={(done / total) * 100} aria-label={words} mt={4} mb={2} />
        <Faint>{words}</Faint>
      </>
    );
  }
  if (status === 'failed') return <Faint>{error}</Faint>;
  if (!url) return <Faint>{`${fullTime(created_at)} · ${t('export.gone')}`}</Faint>;
  return (
    <Faint>{`${sizeWords(size, locale)} · ${t('export.until', { time: fullTime(expired_at ?? created_at) })}`}</Faint>
  );
}

const Faint = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);

function Fetch({ item: { name, url, size } }: { item: Export }) {
  const address = useFileAddress(url);
  return (
    <Button
      component="a"
      size="compact-sm"
      variant="light"
      href={address}
      download={name}
      leftSection={<IconDownload size={16} />}
      aria-label={t('file.download', { name, size: sizeWords(size, locale) })}
    >
      {t('action.download')}
    </Button>
  );
}
