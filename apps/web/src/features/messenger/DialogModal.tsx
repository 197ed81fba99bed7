import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { DialogPane } from '#entities/dialog/DialogPane.tsx';
import { dialogName } from '#entities/dialog/name.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './DialogModal.module.css';
import { useLoadedDialog } from './useLoadedDialog.ts';

interface Props {
  dialogId: number;
  /** The message it is opened at. */
  position?: number | undefined;
  onPerson: (userid: number) => void;
  onMessenger: () => void;
  onClose: () => void;
}

/** A conversation above the screen it was opened from; on a phone it covers the screen. */
export function DialogModal({ dialogId, position, onPerson, onMessenger, onClose }: Props) {
  const { dialog, problem } = useLoadedDialog(dialogId);
  const isPhone = useIsPhone();
  const isLost = problem !== '' && !dialog;
  // A conversation that cannot be opened is reported and removed from the screen.
  useEffect(() => {
    if (!isLost) return;
    notify(problem, { kind: 'error' });
    onClose();
  }, [isLost, problem, onClose]);
  if (isLost) return null;
  if (!dialog) {
    return (
      <Modal opened onClose={onClose} size="sm" title={t('nav.messenger')}>
        <Loader size="sm" role="status" aria-label={t('state.loading')} />
      </Modal>
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={720}
      padding={0}
      fullScreen={isPhone}
      attributes={{ content: { 'aria-label': dialogName(dialog) } }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <DialogPane
        key={dialogId}
        dialog={dialog}
        position={position}
        onPerson={onPerson}
        onMessenger={onMessenger}
        {...(isPhone
          ? { onBack: onClose }
          : {
              onClose,
              onWindow: () => {
                host.openWindow(`/single/dialog/${dialogId}`);
                onClose();
              },
            })}
      />
    </Modal>
  );
}
