import { ActionIcon } from '@mantine/core';
import { IconLetterCase, IconMicrophone, IconSend2, IconX } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { notify } from '#ui/overlays/notices.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import type { Convert } from './ConvertModal.tsx';
import classes from './Record.module.css';
import { type Recording, type ReleaseAction, releaseActionOf, VoiceRecorder } from './recorder.ts';
import { canConvert, canTranslate, convertVoice } from './voice.actions.ts';

const ConvertModal = lazyPart(async () => (await import('./ConvertModal.tsx')).ConvertModal);

/** True if the page may use a microphone. */
export const canRecord = (): boolean =>
  window.isSecureContext && 'mediaDevices' in navigator && typeof MediaRecorder === 'function';

function useRecorder(onDone: (recorded: Recording) => void): VoiceRecorder {
  const live = useRef(onDone);
  live.current = onDone;
  const [, redraw] = useState(0);
  const [recorder] = useState(
    () =>
      new VoiceRecorder({
        // The module loads when somebody records, because the mp3 encoder is larger than the whole messenger.
        open: async () => (await import('./microphone.ts')).openMicrophone(),
        now: () => performance.now(),
        changed: () => redraw((count) => count + 1),
        done: (recorded) => live.current(recorded),
        failed: (problem, cause) => notify(cause ? `${t(problem)}: ${cause}` : t(problem), { kind: 'error' }),
      }),
  );
  useEffect(() => () => recorder.cancel(), [recorder]);
  return recorder;
}

interface Props {
  dialogId: number;
  onDone: (recorded: Recording) => void;
  /** Called with the transcript. */
  onText: (text: string) => void;
}

/**
 * Replaces the send button while the field is empty. A click records until the next click, a finger while it is held.
 */
export function VoiceButton({ dialogId, onDone, onText }: Props) {
  const [toRead, setToRead] = useState<Recording | null>(null);
  const aim = useRef<ReleaseAction>('send');
  const recorder = useRecorder((recorded) => {
    if (aim.current === 'text') setToRead(recorded);
    // The three minutes may end while the finger is sliding.
    else if (aim.current === 'send') onDone(recorded);
  });
  const [isAimed, setAimed] = useState<ReleaseAction>('send');
  const take = (next: ReleaseAction) => {
    aim.current = next;
    setAimed(next);
  };
  /** The point at which the finger went down; null for a mouse or a key. */
  const held = useRef<{ x: number; y: number } | null>(null);
  const leave = (isDone: boolean) => {
    if (held.current === null) return;
    held.current = null;
    if (isDone && aim.current !== 'cancel') void recorder.finish();
    else recorder.cancel();
    setAimed('send');
  };
  const convert = useCallback<Convert>((recorded, language) => convertVoice(dialogId, recorded, language), [dialogId]);
  const finishAs = (next: ReleaseAction) => {
    take(next);
    void recorder.finish();
  };
  const start = () => {
    take('send');
    void recorder.start();
  };
  return (
    <>
      {recorder.state !== 'stop' && (
        <Overlay recorder={recorder} isHeld={held.current !== null} aim={isAimed} onFinish={finishAs} />
      )}
      <Tooltip label={t('record.start')} disabled={recorder.state !== 'stop'}>
        <ActionIcon
          size="lg"
          className={classes.hold ?? ''}
          aria-label={t('record.start')}
          onPointerDown={(event) => {
            if (event.pointerType === 'mouse') return;
            event.currentTarget.setPointerCapture(event.pointerId);
            held.current = { x: event.clientX, y: event.clientY };
            start();
          }}
          onPointerMove={(event) => {
            if (!held.current) return;
            const screen = { width: window.innerWidth, height: window.innerHeight };
            const next = releaseActionOf(held.current, { x: event.clientX, y: event.clientY }, screen);
            take(next === 'text' && !canConvert() ? 'send' : next);
          }}
          onPointerUp={() => leave(true)}
          onPointerCancel={() => leave(false)}
          onContextMenu={(event) => event.preventDefault()}
          onClick={(event) => {
            const { pointerType } = event.nativeEvent as PointerEvent;
            if (!pointerType || pointerType === 'mouse') start();
          }}
        >
          <IconMicrophone size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {toRead && (
        <Suspense>
          <ConvertModal
            recorded={toRead}
            convert={convert}
            isTranslating={canTranslate()}
            onText={(text) => {
              setToRead(null);
              onText(text);
            }}
            onVoice={(recorded) => {
              setToRead(null);
              onDone(recorded);
            }}
            onClose={() => setToRead(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const STEP_MS = 80;
const LEVELS = 48;
const TALLEST_PX = 26;

interface OverlayProps {
  recorder: VoiceRecorder;
  isHeld: boolean;
  aim: ReleaseAction;
  onFinish: (aim: ReleaseAction) => void;
}

const AIMS = { cancel: 'record.release', text: 'record.release_text' } as const;

/** The overlay over the field while recording: the duration, the level, and how to cancel. */
function Overlay({ recorder, isHeld, aim, onFinish }: OverlayProps) {
  const [levels, setLevels] = useState<readonly number[]>([]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (recorder.state === 'ing') setLevels((list) => [...list.slice(1 - LEVELS), recorder.level()]);
    }, STEP_MS);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && recorder.cancel();
    window.addEventListener('keydown', onKey);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', onKey);
    };
  }, [recorder]);
  const isHearing = recorder.state === 'ing';
  return (
    <div
      className={classes.overlay}
      data-held={isHeld || undefined}
      data-aim={aim}
      role="group"
      aria-label={t('record.recording')}
    >
      <span className={classes.light} />
      <span className={classes.clock} role="timer">
        {clock(recorder.elapsed)}
      </span>
      <span className={classes.levels} aria-hidden="true">
        {isHearing ? (
          levels.map((level, index) => (
            // The newest level is at the right; the others move left.
            <i key={levels.length - index} style={{ height: Math.max(3, level * TALLEST_PX) }} />
          ))
        ) : (
          <span className={classes.hint}>{t('record.opening')}</span>
        )}
      </span>
      {isHeld ? (
        <span className={classes.hint}>
          {t(aim === 'send' ? (canConvert() ? 'record.slide_text' : 'record.slide') : AIMS[aim])}
        </span>
      ) : (
        <>
          <ActionIcon size="lg" aria-label={t('action.cancel')} onClick={() => recorder.cancel()}>
            <IconX size={20} stroke={1.75} />
          </ActionIcon>
          {canConvert() && (
            <Tooltip label={t('record.to_text')}>
              <ActionIcon
                size="lg"
                aria-label={t('record.to_text')}
                disabled={!isHearing}
                onClick={() => onFinish('text')}
              >
                <IconLetterCase size={20} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon
            size="lg"
            variant="filled"
            color="accent"
            aria-label={t('record.send')}
            disabled={!isHearing}
            data-autofocus
            ref={(button) => {
              // The button gets the focus, so that the next key press ends the recording.
              if (isHearing) button?.focus();
            }}
            onClick={() => onFinish('send')}
          >
            <IconSend2 size={20} stroke={1.75} />
          </ActionIcon>
        </>
      )}
    </div>
  );
}

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;
