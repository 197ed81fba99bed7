import { Suspense, useCallback } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { sendDriveTo, useSendingFile } from '#entities/message/files/sendingFile.ts';
import { FilesScreen } from '#features/files/FilesScreen.tsx';
import { lazyPart } from '#sync/store/lazyPart.ts';

const SendDriveModal = lazyPart(
  async () => (await import('#entities/message/files/SendDriveModal.tsx')).SendDriveModal,
);
const BinScreen = lazyPart(async () => (await import('#features/files/bin/BinScreen.tsx')).BinScreen);
const HIGHLIGHT = 'highlight';
const BIN = 'bin';

/** `/manage/file/:folderId?/:fileId?`: a folder, and the file open over it; `/manage/file/bin`: deleted files. */
export function FilesRoute() {
  const { folderId = '0', fileId = '0' } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const onFolder = useCallback(
    (id: number, marked = 0) =>
      void navigate(id > 0 ? `/manage/file/${id}` : '/manage/file', { state: { [HIGHLIGHT]: marked } }),
    [navigate],
  );
  const isSending = useSendingFile((state) => state.file !== null);
  if (folderId === BIN) {
    return (
      <Suspense>
        <BinScreen onFolder={onFolder} />
      </Suspense>
    );
  }
  return (
    <>
      <FilesScreen
        folderId={Number(folderId) || 0}
        fileId={Number(fileId) || 0}
        marked={Number((state as Record<string, unknown> | null)?.[HIGHLIGHT] ?? 0)}
        onFolder={onFolder}
        onFile={(folder, file) => void navigate(`/manage/file/${folder}/${file}`)}
        onSend={sendDriveTo}
        onBin={() => void navigate(`/manage/file/${BIN}`)}
        onLeave={() => void navigate('/manage/application')}
      />
      <Suspense>{isSending && <SendDriveModal />}</Suspense>
    </>
  );
}
