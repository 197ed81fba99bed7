import { fullName } from '@atrium/contract/driveTypes.ts';
import { t } from '#sync/language.ts';
import { ForwardModal } from './ForwardModal.tsx';
import { sendDrive } from './forward.actions.ts';
import { sendDriveTo, useSendingFile } from './sendingFile.ts';

/** Stands once over the screens: whom a file of the file area goes to. */
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
