import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { isDrawn, isWritable } from '@atrium/contract/files/driveTypes.ts';
import { Suspense, useEffect, useState } from 'react';
import { readOne } from '#entities/drive/drive.actions.ts';
import { useOfficeKinds } from '#entities/drive/office.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { canBeViewed } from '#entities/viewer/fileKinds.ts';
import { FileViewer } from '#entities/viewer/viewerPart.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { commandsOf, type DriveWays, mayEdit, viewedOf } from './driveFile.ts';
import { commentsOf } from './FileComments.tsx';
import { isUnsaved } from './useDocument.ts';

const OfficeModal = lazyPart(async () => (await import('./OfficeModal.tsx')).OfficeModal);
const NO_KINDS: readonly string[] = [];
const DocumentModal = lazyPart(async () => (await import('./DocumentView.tsx')).DocumentModal);

interface Props extends Pick<DriveWays, 'onShare' | 'onSend'> {
  id: number;
  files: readonly DriveFile[];
  onClose: () => void;
}

/** A file above its folder: documents to edit, everything else in the viewer between the other files. */
export function OpenedFile({ id, files, onClose, onShare, onSend }: Props) {
  const me = useMe();
  const listed = files.find((each) => each.id === id);
  const [fetched, setFetched] = useState<DriveFile | null>(null);
  const [edited, setEdited] = useState<DriveFile | null>(null);
  const office = useOfficeKinds()?.edit ?? NO_KINDS;
  const isListed = listed !== undefined;
  useEffect(() => {
    let isWanted = !isListed;
    if (isListed) return;
    // A file that was opened by its address is not in a list, so it is read.
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
  if (edited && !isWritable(edited.type)) {
    return (
      <Suspense>
        <OfficeModal file={edited} onClose={() => setEdited(null)} />
      </Suspense>
    );
  }
  // Documents are written together as soon as they open; plain text and code are read first, between other files.
  const isText = (each: DriveFile) => each.type === 'document' || isDrawn(each.type);
  const document = edited ?? (file.size === 0 || isText(file) || isUnsaved(file.id) ? file : null);
  if (document && (mayEdit(document) || isText(document))) {
    return (
      <Suspense>
        <DocumentModal key={document.id} file={document} onClose={onClose} />
      </Suspense>
    );
  }
  const list = listed
    ? files.filter((each) => each.type !== 'folder' && (each.id === id || canBeViewed(each)))
    : [file];
  const ways = { me, office, onEdit: setEdited, onShare, onSend };
  return (
    <Suspense>
      <FileViewer
        key={id}
        list={list.map((each) => ({ ...viewedOf(each), commands: commandsOf(each, ways), panel: commentsOf(each) }))}
        first={id}
        onClose={onClose}
      />
    </Suspense>
  );
}
