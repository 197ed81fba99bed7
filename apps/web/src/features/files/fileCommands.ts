import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import {
  IconArrowBarRight,
  IconCopy,
  IconCut,
  IconDownload,
  IconFolderOpen,
  IconInfoCircle,
  IconLink,
  IconPencil,
  IconSend,
  IconShare,
  IconSquareCheck,
  IconStar,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { copyDrive, copyLink, deleteDrive, download, leaveShare } from '#entities/drive/drive.actions.ts';
import { addFavorite } from '#entities/favorite/favorite.actions.ts';
import { t } from '#sync/language.ts';
import type { Command } from '#ui/keys/commands.ts';
import { mayPack, packFiles } from './uploads/packing.ts';
import { setFileClipboard } from './useFileSelection.ts';

interface Doing {
  me: number;
  onOpen: (file: DriveFile) => void;
  onRename: (file: DriveFile) => void;
  onSelect: (file: DriveFile) => void;
  onShare: (file: DriveFile) => void;
  onDetails: (file: DriveFile) => void;
  onSend: (file: DriveFile) => void;
  /** Opens the folder of a search result. */
  onShow?: ((file: DriveFile) => void) | undefined;
  again: () => void;
}

/** The actions for a file, defined once for its three menus: right click, three dots, long press. */
export function fileCommands(file: DriveFile, doing: Doing): Command[] {
  const { me, onShow, again } = doing;
  const isFolder = file.type === 'folder';
  const isOwn = file.userid === me;
  const isFull = file.permission >= PERMISSION.full;
  const mayWrite = file.permission >= PERMISSION.write;
  // A copy is created beside it, if the person may write there.
  const mayCopy = !isFolder && (isOwn || (mayWrite && file.share === 0));
  const list: (Command | false | undefined)[] = [
    { id: 'open', label: t('action.open'), icon: IconFolderOpen, run: () => doing.onOpen(file) },
    onShow && { id: 'show', label: t('drive.show_in_folder'), icon: IconArrowBarRight, run: () => onShow(file) },
    { id: 'details', label: t('drive.details'), icon: IconInfoCircle, run: () => doing.onDetails(file) },
    { id: 'favorite', label: t('favorite.add'), icon: IconStar, run: () => void addFavorite('file', file.id) },
    { id: 'select', label: t('drive.select'), icon: IconSquareCheck, run: () => doing.onSelect(file) },
    mayWrite && { id: 'rename', label: t('action.rename'), icon: IconPencil, run: () => doing.onRename(file) },
    mayCopy && {
      ...{ id: 'copy', label: t('drive.copy'), icon: IconCopy },
      run: () => void copyDrive(file.id, file.pid).then(again),
    },
    isFull && {
      ...{ id: 'cut', label: t('drive.cut'), icon: IconCut },
      run: () => setFileClipboard({ kind: 'cut', files: [file] }),
    },
    isOwn && { id: 'share', label: t('drive.share'), icon: IconShare, run: () => doing.onShare(file) },
    // Readers can create public links with other clients, and end them here; with full access also those of others.
    !isOwn &&
      (!isFolder || isFull) && {
        id: 'links',
        label: t('drive.public'),
        icon: IconWorld,
        run: () => doing.onShare(file),
      },
    !isFolder && { id: 'send', label: t('drive.send'), icon: IconSend, run: () => doing.onSend(file) },
    !isFolder && { id: 'link', label: t('drive.link'), icon: IconLink, run: () => void copyLink(file) },
    isFolder &&
      mayWrite &&
      mayPack() && {
        ...{ id: 'pack', label: t('drive.pack'), icon: IconDownload },
        run: () => void packFiles([file]),
      },
    !isFolder && { id: 'download', label: t('action.download'), icon: IconDownload, run: () => download(file) },
    !isOwn &&
      file.share === 1 && {
        ...{ id: 'leave', label: t('drive.leave'), icon: IconShare, isDangerous: true },
        run: () => void leaveShare(file).then(again),
      },
    isFull && {
      ...{ id: 'delete', label: t('drive.delete'), icon: IconTrash, isDangerous: true },
      run: () => void deleteDrive([file]).then(again),
    },
  ];
  return list.filter((each) => each !== false && each !== undefined);
}
