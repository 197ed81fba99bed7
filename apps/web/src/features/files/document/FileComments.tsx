import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { IconMessage } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { ViewerPanel } from '#entities/viewer/viewedFile.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useFileComments } from './live/useComments.ts';

const CommentsPanel = lazyPart(async () => (await import('./live/CommentsPanel.tsx')).CommentsPanel);

/** The comment that the page was opened for, by the link of a mention; 0 = none. */
const wanted = () => Number(new URLSearchParams(location.search).get('comment')) || 0;

/** Comments beside a file in the viewer. */
export const commentsOf = (file: DriveFile): ViewerPanel => ({
  ...{ label: t('document.comments'), icon: IconMessage, isOpen: wanted() > 0 },
  render: (onClose) => (
    <Suspense>
      <FileComments file={file} onClose={onClose} />
    </Suspense>
  ),
});

function FileComments({ file, onClose }: { file: DriveFile; onClose: () => void }) {
  const [chosen, setChosen] = useState(wanted);
  const comments = useFileComments(file.id);
  return (
    <CommentsPanel
      file={file}
      editor={null}
      comments={comments}
      isWhole
      mayResolve={file.permission >= PERMISSION.write}
      begun={null}
      chosen={chosen}
      onChoose={setChosen}
      onBegun={() => undefined}
      onClose={onClose}
    />
  );
}
