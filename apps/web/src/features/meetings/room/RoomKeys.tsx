import { Kbd } from '@mantine/core';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from '../Meetings.module.css';
import { KEYS } from './useRoomCommands.ts';

/** The keys that work in a room. */
export function RoomKeys({ canMinimise, onClose }: { canMinimise: boolean; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t('meeting.keys')} zIndex={300}>
      <dl className={classes.keys}>
        {KEYS.filter(({ key }) => canMinimise || key !== 'Esc').map(({ key, label }) => (
          <div key={key}>
            <dt>{t(label)}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
