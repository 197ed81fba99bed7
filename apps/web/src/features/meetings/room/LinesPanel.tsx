import { ROOM_LINE } from '@atrium/contract/chat/meetingRoom.ts';
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconSend, IconX } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { clock } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import type { MeetRoom } from '../connection/room.ts';
import classes from '../Meetings.module.css';

/** The text chat of the room; it is posted in the meeting's chat when the meeting ends. */
export function LinesPanel({ room, onClose }: { room: MeetRoom; onClose: () => void }) {
  const { lines } = useStore(room.view);
  const [text, setText] = useState('');
  const isNarrow = useIsNarrow();
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The braces are needed, because newer browsers return a promise, which an effect may not.
    end.current?.scrollIntoView?.({ block: 'end' });
  }, [lines.length]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    room.say({ type: 'line', text: text.trim() });
    setText('');
  };
  return (
    <aside className={classes.panel} aria-label={t('meeting.lines')}>
      <header className={classes.panelHead}>
        <strong>{t('meeting.lines')}</strong>
        <ActionIcon aria-label={t('action.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </header>
      <ul className={classes.lines} role="log" aria-label={t('meeting.lines')}>
        {lines.length === 0 && (
          <li>
            <Text size="sm" c="dimmed">
              {t(room.entry.dialog_id ? 'meeting.lines_about_chat' : 'meeting.lines_about')}
            </Text>
          </li>
        )}
        {lines.map(({ id, uid, nickname, text: words, at }) => (
          <li key={id} data-own={uid === room.entry.uid || undefined}>
            <small>
              <bdi>{nickname}</bdi> <time>{clock(at)}</time>
            </small>
            <p dir="auto">{words}</p>
          </li>
        ))}
        <li ref={end} aria-hidden="true" />
      </ul>
      <form className={classes.lineForm} onSubmit={submit}>
        <TextInput
          flex={1}
          // The field gets the focus, because what is typed after T would otherwise turn the microphone off. On a phone
          // the keyboard would cover the room.
          autoFocus={!isNarrow}
          autoComplete="off"
          aria-label={t('meeting.line_hint')}
          placeholder={t('meeting.line_hint')}
          maxLength={ROOM_LINE}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size="lg" variant="filled" aria-label={t('composer.send')} disabled={!text.trim()}>
          <IconSend size={18} stroke={1.75} />
        </ActionIcon>
      </form>
    </aside>
  );
}
