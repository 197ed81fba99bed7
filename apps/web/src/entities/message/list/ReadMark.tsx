import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Loader } from '@mantine/core';
import { IconCheck, IconChecks } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from '#entities/message/bubbles/Bubble.module.css';
import { readersOf } from '#entities/message/message.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { PeopleColumns } from './PeopleColumns.tsx';

/** After hovering over the ring for this long, the people who have read the message are shown. */
const HOVER_MS = 100;

/** One or two ticks in direct chats; in groups a ring that fills as people read, with their names. */
export function ReadMark({ message, isGroup }: { message: ClientMessage; isGroup: boolean }) {
  if (message.is_pending) return <Loader size={12} role="status" aria-label={t('message.sending')} />;
  if (message.error || message.send === 0) return null;
  if (isGroup) return <ReadRing message={message} />;
  const isRead = message.percentage === 100;
  const Icon = isRead ? IconChecks : IconCheck;
  return (
    <Icon
      size={14}
      aria-label={t(isRead ? 'message.read_peer' : 'message.sent')}
      className={isRead ? classes.read : ''}
    />
  );
}

function ReadRing({ message }: { message: ClientMessage }) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef(0);
  const label = t('message.read', { percent: message.percentage });
  const rest = () => {
    timer.current = window.setTimeout(() => setOpen(true), HOVER_MS);
  };
  return (
    <span className={classes.ring}>
      <PlainButton
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        onPointerEnter={(event) => event.pointerType === 'mouse' && rest()}
        onPointerLeave={() => clearTimeout(timer.current)}
        // Clicks on the ring do not count as outside of its popover.
        onMouseDown={(event) => isOpen && event.stopPropagation()}
        onTouchStart={(event) => isOpen && event.stopPropagation()}
        aria-label={label}
        aria-expanded={isOpen}
        // Escape closes only the popover, not the task below.
        data-mantine-stop-propagation={isOpen}
        className={classes.ring}
        data-percent={message.percentage}
      >
        {message.percentage === 100 ? (
          <IconChecks size={14} className={classes.read} />
        ) : (
          <Ring percent={message.percentage} />
        )}
      </PlainButton>
      {isOpen && <Readers messageId={message.id} onClose={() => setOpen(false)} />}
    </span>
  );
}

/** The ring starts at twelve o'clock. Its circumference is 100, so that a percentage is a length. */
const Ring = ({ percent }: { percent: number }) => (
  <svg className={classes.circle} viewBox="0 0 36 36" aria-hidden="true">
    <circle cx="18" cy="18" r="15.9155" />
    {percent > 0 && <circle cx="18" cy="18" r="15.9155" strokeDasharray={`${percent} 100`} data-part="read" />}
  </svg>
);

/** The readers, which are rendered on demand, because every own message in a group has a ring. */
function Readers({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  // If the list cannot be loaded, no one is shown.
  const { data: readers, problem } = useRequest(() => readersOf(messageId), messageId);
  const userids = (isRead: boolean) =>
    (readers ?? []).filter((each) => (each.read_at !== null) === isRead).map((each) => each.userid);
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} position="top-end" withinPortal>
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('readers.title')}>
        <PeopleColumns
          isLoading={readers === null && !problem}
          columns={[
            { title: 'readers.read', userids: userids(true) },
            { title: 'readers.unread', userids: userids(false) },
          ]}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
