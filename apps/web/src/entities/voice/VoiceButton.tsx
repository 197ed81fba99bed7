import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMicrophone, IconSend2, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/notices.ts';
import classes from './Record.module.css';
import { isSlidAway, type Recorded, VoiceRecorder } from './recorder.ts';

/** Only where the page may ask for a microphone and hear it. */
export const canRecord = (): boolean =>
  window.isSecureContext && 'mediaDevices' in navigator && typeof MediaRecorder === 'function';

function useRecorder(onDone: (recorded: Recorded) => void): VoiceRecorder {
  const live = useRef(onDone);
  live.current = onDone;
  const [, redraw] = useState(0);
  const [recorder] = useState(
    () =>
      new VoiceRecorder({
        // What turns sound into an mp3 is heavier than the whole messenger: it comes when somebody speaks.
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

/** Stands where the send button is while nothing is written. A click records until the next one; a finger, while it rests. */
export function VoiceButton({ onDone }: { onDone: (recorded: Recorded) => void }) {
  const recorder = useRecorder(onDone);
  const [isAway, setAway] = useState(false);
  /** Where the finger came down; null where a mouse or a key records. */
  const held = useRef<number | null>(null);
  const leave = (isSent: boolean) => {
    if (held.current === null) return;
    held.current = null;
    if (isSent && !isAway) void recorder.finish();
    else recorder.cancel();
    setAway(false);
  };
  const isHeld = held.current !== null;
  return (
    <>
      {recorder.state !== 'stop' && <Overlay recorder={recorder} isHeld={isHeld} isAway={isAway} />}
      <Tooltip label={t('record.start')} disabled={recorder.state !== 'stop'}>
        <ActionIcon
          size="lg"
          className={classes.hold ?? ''}
          aria-label={t('record.start')}
          onPointerDown={(event) => {
            if (event.pointerType === 'mouse') return;
            event.currentTarget.setPointerCapture(event.pointerId);
            held.current = event.clientY;
            void recorder.start();
          }}
          onPointerMove={(event) => {
            if (held.current !== null) setAway(isSlidAway(held.current, event.clientY, window.innerHeight));
          }}
          onPointerUp={() => leave(true)}
          onPointerCancel={() => leave(false)}
          onContextMenu={(event) => event.preventDefault()}
          onClick={(event) => {
            const { pointerType } = event.nativeEvent as PointerEvent;
            if (!pointerType || pointerType === 'mouse') void recorder.start();
          }}
        >
          <IconMicrophone size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

const STEP_MS = 80;
const LEVELS = 48;
const TALLEST_PX = 26;

interface OverlayProps {
  recorder: VoiceRecorder;
  isHeld: boolean;
  isAway: boolean;
}

/** Over the field while somebody speaks: how long, how loud, and the ways out. */
function Overlay({ recorder, isHeld, isAway }: OverlayProps) {
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
      data-away={isAway || undefined}
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
            // The newest stands at the right; the others move on.
            <i key={levels.length - index} style={{ height: Math.max(3, level * TALLEST_PX) }} />
          ))
        ) : (
          <span className={classes.hint}>{t('record.opening')}</span>
        )}
      </span>
      {isHeld ? (
        <span className={classes.hint}>{t(isAway ? 'record.release' : 'record.slide')}</span>
      ) : (
        <>
          <ActionIcon size="lg" aria-label={t('action.cancel')} onClick={() => recorder.cancel()}>
            <IconX size={20} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            size="lg"
            variant="filled"
            color="accent"
            aria-label={t('record.send')}
            disabled={!isHearing}
            data-autofocus
            ref={(button) => {
              // What began it lies beneath; the next key press ends it.
              if (isHearing) button?.focus();
            }}
            onClick={() => void recorder.finish()}
          >
            <IconSend2 size={20} stroke={1.75} />
          </ActionIcon>
        </>
      )}
    </div>
  );
}

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;
