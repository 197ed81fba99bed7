import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { Suspense, useEffect, useState } from 'react';
import { readOne } from '#entities/drive/drive.actions.ts';
import { isFilm, type ShownFile } from '#entities/message/files/fileShown.ts';
import { later } from '#sync/store/later.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

const FileViewer = later(async () => (await import('#entities/message/files/FileViewer.tsx')).FileViewer);
const DocumentModal = later(async () => (await import('./DocumentView.tsx')).DocumentModal);

const isPicture = (file: DriveFile) => file.thumb !== '';
const viewed = (file: DriveFile): { id: number; file: ShownFile } => ({
  id: file.id,
  file: {
    type: isPicture(file) ? 'img' : 'file',
    name: fullName(file),
    size: file.size,
    ext: file.ext,
    path: file.path,
    url: file.url,
    thumb: file.thumb,
    width: file.image_width ?? -1,
    height: file.image_height ?? -1,
    file: '',
  },
});

/** A file above its folder: pictures as a gallery, videos, and text. */
export function OpenedFile({ id, files, onClose }: { id: number; files: readonly DriveFile[]; onClose: () => void }) {
  const listed = files.find((each) => each.id === id);
  const [fetched, setFetched] = useState<DriveFile | null>(null);
  const isListed = listed !== undefined;
  useEffect(() => {
    let isWanted = !isListed;
    if (isListed) return;
    // Opened by its address.
    readOne(id).then(
      (file) => isWanted && setFetched(file),
      (error: unknown) => {
        if (!isWanted) return;
        notify(wordsOf(error), { kind: 'error' });
        onClose();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [id, isListed, onClose]);
  const file = listed ?? (fetched?.id === id ? fetched : null);
  if (!file || file.type === 'folder') return null;
  return (
    <Suspense>
      {isPicture(file) || isFilm(file) ? (
        <FileViewer
          list={(listed && !isFilm(file) ? files.filter(isPicture) : [file]).map(viewed)}
          first={id}
          onClose={onClose}
        />
      ) : (
        <DocumentModal key={id} file={file} onClose={onClose} />
      )}
    </Suspense>
  );
}
