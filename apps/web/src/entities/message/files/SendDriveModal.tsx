import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { ForwardModal } from '#entities/message/menu/ForwardModal.tsx';
import { sendDrive } from '#entities/message/menu/forward.actions.ts';
import { t } from '#sync/language.ts';
import { sendDriveTo, useSendingFile } from './sendingFile.ts';

/** Rendered once above the screens: picks who gets a file of the file area. */
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
