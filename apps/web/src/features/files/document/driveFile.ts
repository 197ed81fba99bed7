import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName, isWritable } from '@atrium/contract/files/driveTypes.ts';
import { IconExternalLink, IconLink, IconPencil, IconSend, IconShare } from '@tabler/icons-react';
import { copyLink } from '#entities/drive/drive.actions.ts';
import type { ViewedFile } from '#entities/viewer/viewedFile.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import type { Command } from '#ui/keys/commands.ts';

export interface DriveWays {
  me: number;
  /** Extensions that the office server edits. */
  office: readonly string[];
  onEdit: (file: DriveFile) => void;
  onShare: (file: DriveFile) => void;
  onSend: (file: DriveFile) => void;
}

export const mayEdit = (file: DriveFile): boolean => isWritable(file.type) && file.permission >= PERMISSION.write;
const isOffice = (file: DriveFile, office: readonly string[]): boolean =>
  !isWritable(file.type) && file.permission >= PERMISSION.write && office.includes(file.ext.toLowerCase());

export function commandsOf(file: DriveFile, { me, office, onEdit, onShare, onSend }: DriveWays): Command[] {
  const list: (Command | false)[] = [
    (mayEdit(file) || isOffice(file, office)) && {
      id: 'edit',
      label: t('action.edit'),
      icon: IconPencil,
      run: () => onEdit(file),
    },
    file.userid === me && { id: 'share', label: t('drive.share'), icon: IconShare, run: () => onShare(file) },
    { id: 'send', label: t('drive.send'), icon: IconSend, run: () => onSend(file) },
    { id: 'link', label: t('drive.link'), icon: IconLink, run: () => void copyLink(file) },
    {
      ...{ id: 'window', label: t('viewer.open_window'), icon: IconExternalLink },
      run: () => host.openWindow(`/single/file/${file.id}`),
    },
  ];
  return list.filter((each) => each !== false);
}

export const viewedOf = (file: DriveFile): ViewedFile => ({
  id: file.id,
  file: {
    type: file.thumb === '' ? 'file' : 'img',
    name: fullName(file),
    size: file.size,
    ext: file.ext.toLowerCase(),
    path: file.path,
    url: file.url,
    thumb: file.thumb,
    width: file.image_width ?? -1,
    height: file.image_height ?? -1,
    file: '',
  },
});
