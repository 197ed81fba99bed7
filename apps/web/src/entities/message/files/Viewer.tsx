import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { IconArrowBackUp, IconArrowForwardUp, IconExternalLink, IconStar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { addFavorite } from '#entities/favorite/favorite.actions.ts';
import { FileViewer } from '#entities/viewer/FileViewer.tsx';
import { canBeViewed } from '#entities/viewer/fileKinds.ts';
import type { ViewedFile } from '#entities/viewer/viewedFile.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import type { Command } from '#ui/keys/commands.ts';
import { filesAround } from './file.actions.ts';
import { fileOf } from './fileShown.ts';

interface Props {
  message: ClientMessage;
  onClose: () => void;
  /** Given if messages can be answered and forwarded. */
  onReply?: (message: ClientMessage) => void;
  onForward?: (message: ClientMessage) => void;
}

/** A message's file over everything else, between the other files of its conversation. */
export function Viewer({ message, onClose, onReply, onForward }: Props) {
  const [list, setList] = useState<readonly ClientMessage[]>([message]);
  useEffect(() => {
    let isOpen = true;
    // If the request fails, only this file is shown.
    filesAround(message).then(
      (found) => isOpen && found.some((each) => each.id === message.id) && setList(found),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [message]);
  const commandsOf = (each: ClientMessage): Command[] => [
    ...(onReply ? [{ id: 'reply', label: t('message.reply'), icon: IconArrowBackUp, run: () => onReply(each) }] : []),
    ...(onForward
      ? [{ id: 'forward', label: t('message.forward'), icon: IconArrowForwardUp, run: () => onForward(each) }]
      : []),
    { id: 'favorite', label: t('favorite.add'), icon: IconStar, run: () => void addFavorite('message', each.id) },
    {
      ...{ id: 'window', label: t('viewer.open_window'), icon: IconExternalLink },
      run: () => host.openWindow(`/single/file/msg/${each.id}`),
    },
  ];
  const viewed = list
    .map((each): ViewedFile => ({ id: each.id, file: fileOf(each), commands: commandsOf(each) }))
    .filter(({ id, file }) => id === message.id || canBeViewed(file));
  return <FileViewer list={viewed} first={message.id} onClose={onClose} />;
}
