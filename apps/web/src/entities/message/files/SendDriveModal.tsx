import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { ForwardModal } from '#entities/message/menu/ForwardModal.tsx';
import { sendDrive } from '#entities/message/menu/forward.actions.ts';
import { t } from '#sync/language.ts';
import { sendDriveTo, useSendingFile } from './sendingFile.ts';

/** Chooses the recipients of a file. It is rendered once above the screens. */
export function SendDriveModal() {
  const file = useSendingFile((state) => state.file);
  if (!file) return null;
  return (
    <ForwardModal
      title={t('drive.send')}
      confirmTitle={t('drive.send_confirm')}
      preview={`~${fullName(file)}`}
      hasSource={false}
      onClose={() => sendDriveTo(null)}
      onSend={(forwarding) => sendDrive(file.id, forwarding)}
    />
  );
}
