import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { useEffect, useState } from 'react';
import { FileViewer } from './FileViewer.tsx';
import { picturesAround } from './file.actions.ts';
import { fileOf, isFilm } from './fileShown.ts';

/** A conversation's pictures around one, over everything else; a video plays. */
export function Viewer({ message, onClose }: { message: ClientMessage; onClose: () => void }) {
  const isOne = isFilm(fileOf(message));
  const [list, setList] = useState<readonly ClientMessage[]>([message]);
  useEffect(() => {
    let isOpen = true;
    if (isOne) return;
    // Without an answer only this one is shown.
    picturesAround(message).then(
      (found) => isOpen && found.some((each) => each.id === message.id) && setList(found),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [message, isOne]);
  return (
    <FileViewer list={list.map((each) => ({ id: each.id, file: fileOf(each) }))} first={message.id} onClose={onClose} />
  );
}
