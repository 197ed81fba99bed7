import { ActionIcon, Button, CloseButton, Paper, Progress, UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { durationWords } from '#entities/date/durationWords.ts';
import { percentWords, sizeWords } from '#entities/message/files/fileShown.ts';
import classes from '#features/files/Files.module.css';
import { locale, t } from '#sync/language.ts';
import { usePacking } from './packing.ts';
import {
  cancelUpload,
  clearUploads,
  continueWith,
  isActive,
  isInParts,
  isOpen as isUploadOpen,
  pauseUpload,
  resumeUpload,
  retryUpload,
  showInterruptedUploads,
  type Upload,
  useUploads,
} from './uploads.ts';

const SHOWN = 100;

/** The progress of uploads and archives; finished ones link to their folder. */
export function UploadPanel({ onFolder }: { onFolder: (pid: number) => void }) {
  const list = useUploads((state) => state.list);
  const [isOpen, setOpen] = useState(true);
  const pack = usePacking((state) => state.pack);
  useEffect(showInterruptedUploads, []);
  if (list.length === 0 && !pack) return null;
  const open = list.filter(isUploadOpen).length;
  const active = list.filter(isActive).length;
  const paused = list.filter(({ state }) => state === 'paused').length;
  const left = list.filter(({ state }) => state !== 'done').length;
  const title =
    active > 0
      ? t('drive.uploading', { count: active })
      : paused > 0 && paused === left
        ? t('drive.uploads_paused', { count: paused })
        : left > 0
          ? t('drive.not_uploaded', { count: left })
          : t('drive.uploaded');
  return (
    <Paper withBorder shadow="md" className={classes.uploads ?? ''} role="region" aria-label={t('drive.uploads')}>
      {pack && (
        <div className={classes.packing} role="status">
          {t('drive.packing', { name: pack.name, share: pack.share })}
          <Progress value={pack.share} size={4} transitionDuration={120} aria-hidden />
        </div>
      )}
      {list.length > 0 && (
        <div className={classes.uploadsHead}>
          <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={classes.uploadsTitle}>
            <span aria-live="polite">{title}</span>
          </UnstyledButton>
          {open === 0 && <CloseButton aria-label={t('drive.clear_uploads')} onClick={clearUploads} />}
        </div>
      )}
      {isOpen && list.length > 0 && (
        <ul className={classes.uploadsList}>
          {list.slice(0, SHOWN).map((upload) => (
            <Row key={upload.id} upload={upload} onFolder={onFolder} />
          ))}
        </ul>
      )}
    </Paper>
  );
}

const NOTES: Partial<Record<Upload['state'], () => string>> = {
  checking: () => t('drive.upload_checking'),
  paused: () => t('drive.upload_paused'),
  lost: () => t('drive.upload_lost'),
};

/** The time before which a remaining time would be a guess. */
const GUESS_MS = 3000;

/** The part of an upload that is sent, and an estimate of the time left. */
function useSent({ state, share, size }: Upload): string {
  const began = useRef<{ at: number; share: number } | null>(null);
  if (state !== 'sending') began.current = null;
  else began.current ??= { at: performance.now(), share };
  if (state !== 'sending' && state !== 'paused') return '';
  const spent = began.current ? performance.now() - began.current.at : 0;
  const gained = began.current ? share - began.current.share : 0;
  const left = gained > 0 && spent > GUESS_MS ? (spent * (100 - share)) / gained / 1000 : 0;
  return [
    `${percentWords(share)} · ${sizeWords(size, locale)}`,
    left > 0 && t('drive.upload_left', { time: durationWords(left) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Row({ upload, onFolder }: { upload: Upload; onFolder: (pid: number) => void }) {
  const { id, name, path, state, share, problem, pid } = upload;
  const field = useRef<HTMLInputElement>(null);
  const note = [NOTES[state]?.(), useSent(upload)].filter(Boolean).join(' · ');
  return (
    <li className={classes.upload}>
      <span className={classes.uploadWords}>
        {state === 'done' ? (
          <UnstyledButton className="truncate" onClick={() => onFolder(pid)}>
            {path || name}
          </UnstyledButton>
        ) : (
          <span className="truncate">{path || name}</span>
        )}
        {problem && <small className={classes.problem}>{problem}</small>}
        {note && <small className={classes.note}>{note}</small>}
        {(state === 'sending' || state === 'waiting' || state === 'checking' || state === 'paused') && (
          <Progress
            value={share}
            size={4}
            transitionDuration={120}
            aria-label={t('drive.upload_share', { name, share })}
          />
        )}
      </span>
      {state === 'done' && <IconCircleCheck size={18} stroke={1.75} className={classes.done} aria-hidden />}
      {isInParts(upload) && (state === 'sending' || state === 'checking') && (
        <ActionIcon aria-label={t('drive.upload_pause', { name })} onClick={() => pauseUpload(id)}>
          <IconPlayerPause size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {state === 'paused' && (
        <ActionIcon aria-label={t('drive.upload_resume', { name })} onClick={() => resumeUpload(id)}>
          <IconPlayerPlay size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {state === 'lost' && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => field.current?.click()}>
            {t('drive.upload_choose')}
          </Button>
          <input
            ref={field}
            type="file"
            hidden
            aria-label={t('drive.upload_choose')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) continueWith(id, file);
            }}
          />
        </>
      )}
      {state === 'failed' && (
        <ActionIcon aria-label={t('drive.upload_again', { name })} onClick={() => retryUpload(id)}>
          <IconRefresh size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {state !== 'done' && (
        <CloseButton size="sm" aria-label={t('drive.upload_cancel', { name })} onClick={() => cancelUpload(id)} />
      )}
    </li>
  );
}
