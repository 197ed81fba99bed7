import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { openFile } from '#app/routes/openFile.ts';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { useOpenApps } from '#features/apps/frame/openApps.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';

const AppFrames = lazyPart(async () => (await import('#features/apps/frame/AppFrames.tsx')).AppFrames);

/** The open apps; nothing is loaded for a person who uses none. */
export function ShellApps() {
  const hasSome = useOpenApps((state) => state.list.length > 0);
  return hasSome ? (
    <Suspense>
      <Frames />
    </Suspense>
  ) : null;
}

function Frames() {
  const navigate = useNavigate();
  const openTask = useOverlays((state) => state.openTask);
  const dialog = useDialogModal();
  return (
    <AppFrames
      onClose={() => void navigate('/manage/application')}
      onTask={openTask}
      onDialog={dialog.open}
      onFile={openFile}
    />
  );
}
