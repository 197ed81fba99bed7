import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useFileAddress, useLocalFile } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { markPlayed, nextRate, pauseVoice, playVoice, seekVoice, usePlaying } from './player.ts';
import classes from './Record.module.css';
import { soundClock, soundOf, soundWidth } from './sounds.ts';

/** A voice message: plays in place, with speed and position controls. */
export function RecordBody({ message }: { message: ClientMessage }) {
  const { url, file, duration } = soundOf(message);
  const stored = useFileAddress(url);
  const address = useLocalFile(file) || stored;
  const playing = usePlaying(message.id);
  const isOn = playing?.isOn ?? false;
  const seconds = duration / 1000;
  const share = playing && seconds > 0 ? Math.min(1, playing.at / seconds) : 0;
  return (
    // A person who listened on another device removes the dot by touching the message.
    <div className={classes.record} onClickCapture={() => markPlayed(message)}>
      <ActionIcon
        variant="filled"
        color="accent"
        radius="xl"
        size={36}
        disabled={!address}
        aria-label={isOn ? t('record.pause') : t('record.play', { time: soundClock(duration) })}
        onClick={() => (isOn ? pauseVoice() : playVoice(message, address))}
      >
        {isOn ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <span className={classes.track} style={{ width: soundWidth(duration) }}>
        <Bars id={message.id} width={soundWidth(duration)} share={share} />
        {playing && (
          <input
            type="range"
            className={classes.seek}
            aria-label={t('record.position')}
            min={0}
            max={Math.max(0.1, seconds)}
            step={0.1}
            value={playing.at}
            onChange={(event) => seekVoice(Number(event.currentTarget.value))}
          />
        )}
      </span>
      <span className={classes.time}>{soundClock(playing ? Math.max(0, duration - playing.at * 1000) : duration)}</span>
      {playing && (
        <UnstyledButton
          className={classes.rate}
          aria-label={t('record.speed', { rate: `${playing.rate}×` })}
          onClick={nextRate}
        >
          {playing.rate}×
        </UnstyledButton>
      )}
      {message.dot > 0 && <span className={classes.dot} role="img" aria-label={t('record.unheard')} />}
    </div>
  );
}

const BAR_PX = 4;
const TALLEST = 20;
/** The height of a bar. Bars are decoration and differ per message; the audio is not analyzed. */
const heightOf = (id: number, index: number) => 4 + ((id * 7 + index * index * 13 + index * 5) % (TALLEST - 4));

function Bars({ id, width, share }: { id: number; width: number; share: number }) {
  const count = Math.floor(width / BAR_PX);
  return (
    <svg className={classes.bars} width={width} height={TALLEST} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => {
        const height = heightOf(Math.abs(id), index);
        return (
          <rect
            // The index is the key, because bars have no ids and keep their order.
            key={index}
            data-played={index < share * count || undefined}
            x={index * BAR_PX}
            y={(TALLEST - height) / 2}
            width={2}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
