import type { Backup } from '@atrium/contract/workspace/backups.ts';
import { Badge, Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { fullTime } from '#entities/message/time.ts';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import classes from './Backup.module.css';
import { BackupForm } from './BackupForm.tsx';
import { readBackups, startBackup } from './backup.actions.ts';

const AGAIN_MS = 5000;

/** The schedule and place of backups, and the outcome of the latest; for administrators. */
export function BackupPage() {
  const { data, problem, again } = useRequest(readBackups);
  const [refusal, setRefusal] = useState('');
  const refresh = useEffectEvent(again);
  useEffect(() => {
    const timer = setInterval(() => refresh(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const isBusy = data?.is_running ?? true;
  const start = async () => {
    setRefusal(await startBackup());
    again();
  };
  return (
    <div className={classes.page}>
      <Text c="dimmed" size="sm">
        {t('backup.about')}
      </Text>
      <BackupForm isEmpty={data !== null && !data.list.some(({ status }) => status === 'done')} />
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('backup.latest')}
        </Title>
        {/* The button is not disabled while it runs, because a disabled button loses the focus. */}
        <Button
          variant="default"
          aria-disabled={isBusy}
          data-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) void start();
          }}
        >
          {t(data?.is_running ? 'backup.running' : 'backup.run')}
        </Button>
        <VisuallyHidden role="status">{data?.is_running ? t('backup.running') : ''}</VisuallyHidden>
      </Group>
      <Problem words={refusal} />
      {!data ? (
        <NotYet problem={problem} />
      ) : data.list.length === 0 ? (
        <Text c="dimmed">{t('backup.none')}</Text>
      ) : (
        <ul className={classes.list} aria-label={t('backup.latest')}>
          {data.list.map((each) => (
            <Line key={each.id} backup={each} isRunning={data.is_running} />
          ))}
        </ul>
      )}
    </div>
  );
}

const COLORS = { running: 'blue', done: 'green', failed: 'red' };

function Line({ backup, isRunning }: { backup: Backup; isRunning: boolean }) {
  const { started_at, place, rows, files, bytes, copied, problems } = backup;
  // True if the backup was left by a killed server, which could not record its end.
  const isLeft = backup.status === 'running' && !isRunning;
  const status = isLeft ? 'failed' : backup.status;
  const error = isLeft ? 'interrupted' : backup.error;
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <time className={classes.time}>{fullTime(started_at)}</time>
        <Badge variant="light" color={COLORS[status]}>
          {t(`backup.${status}`)}
        </Badge>
      </div>
      {status === 'done' && (
        <div className={classes.text}>
          {t('backup.size', {
            rows: rows.toLocaleString(locale),
            files: files.toLocaleString(locale),
            bytes: sizeWords(bytes, locale),
            copied: sizeWords(copied, locale),
          })}
        </div>
      )}
      {place !== '' && <div className={classes.text}>{place}</div>}
      {problems > 0 && <div className={classes.problem}>{t('backup.problems', { count: problems })}</div>}
      {status === 'failed' && (
        <div className={classes.problem}>{error === 'interrupted' ? t('backup.interrupted') : error}</div>
      )}
    </li>
  );
}
