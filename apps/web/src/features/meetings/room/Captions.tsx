import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import type { MeetRoom } from '../connection/room.ts';
import classes from '../Meetings.module.css';
import { nameOf } from './Tile.tsx';

/** Speech as text over the lower edge of the pictures. */
export function Captions({ room }: { room: MeetRoom }) {
  const { captions, people } = useStore(room.view);
  if (captions.length === 0) return null;
  return (
    <div className={classes.captions} role="log" aria-label={t('meeting.captions')}>
      {captions.map(({ key, uid, text }) => {
        const person = people.find((each) => each.uid === uid);
        return (
          <p key={key}>
            {person && <b>{nameOf(person, uid === room.entry.uid)}: </b>}
            {text}
          </p>
        );
      })}
    </div>
  );
}
