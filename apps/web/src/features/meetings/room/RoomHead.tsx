import {
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars5,
  IconBadgeCc,
  IconLock,
  IconPlayerRecordFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import type { MeetRoom } from '../connection/room.ts';
import classes from '../Meetings.module.css';
import { nameOf } from './Tile.tsx';

const ICONS = { good: IconAntennaBars5, fair: IconAntennaBars3, poor: IconAntennaBars2 };
const WORDS = { good: 'meeting.quality_good', fair: 'meeting.quality_fair', poor: 'meeting.quality_poor' } as const;

/** The meeting's name and number, whether it is recorded or locked, and the connection in words. */
export function RoomHead({ room, title }: { room: MeetRoom; title: ReactNode }) {
  const { people, rules, quality, isCarried } = useStore(room.view);
  const recorder = people.find(({ isRecording }) => isRecording);
  const isTranscribed = people.some(({ isRecording, readsCaptions }) => isRecording && readsCaptions);
  const Quality = ICONS[quality];
  return (
    <header className={classes.head}>
      {title}
      <small>{numberOf(room.entry.meetingid)}</small>
      {rules.isLocked && (
        <small className={classes.mark}>
          <IconLock size={14} stroke={2} aria-hidden="true" />
          {t('meeting.is_locked')}
        </small>
      )}
      {recorder && (
        <small className={classes.mark} data-recording role="status">
          <IconPlayerRecordFilled size={12} aria-hidden="true" />
          {t('meeting.recorded_by', { name: nameOf(recorder, recorder.uid === room.entry.uid) })}
        </small>
      )}
      {people.some(({ readsCaptions }) => readsCaptions) && (
        <small
          className={classes.mark}
          role="status"
          title={t(isTranscribed ? 'meeting.transcribed_about' : 'meeting.captions_about')}
        >
          <IconBadgeCc size={16} stroke={2} aria-hidden="true" />
          {t(isTranscribed ? 'meeting.transcribed' : 'meeting.captioned')}
        </small>
      )}
      {isCarried && (
        <small className={classes.quality} data-quality={quality}>
          <Quality size={16} stroke={2} aria-hidden="true" />
          {t(WORDS[quality])}
        </small>
      )}
    </header>
  );
}

/** Writes a number as 123 456 78901, as it is read aloud. */
const numberOf = (meetingid: string) => meetingid.replace(/^(.{3})(.{3})(?=.)/, '$1 $2 ');
