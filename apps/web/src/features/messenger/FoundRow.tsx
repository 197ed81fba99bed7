import type { DialogHit } from '@atrium/contract/workspace/search.ts';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { listTime } from '#entities/message/time.ts';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './DialogRow.module.css';

/** A conversation, person or message found by the list's search. */
export function FoundRow({ hit, onOpen }: { hit: DialogHit; onOpen: () => void }) {
  const shown = { ...hit, id: Number(hit.id) || (hit.dialog_user?.userid ?? 0), link_id: hit.group_info?.id ?? 0 };
  return (
    <PlainButton className={classes.row} data-dialog={hit.id} onClick={onOpen}>
      <DialogAvatar dialog={shown} size={40} />
      <span className={classes.text}>
        <span className={classes.line}>
          <span className={classes.name}>{hit.name}</span>
          <time className={classes.time}>{listTime(hit.last_at)}</time>
        </span>
        <span className={classes.line}>
          <span className={classes.preview}>{hit.last_msg?.msg.preview ?? (hit.type === 'user' ? hit.email : '')}</span>
        </span>
      </span>
    </PlainButton>
  );
}
