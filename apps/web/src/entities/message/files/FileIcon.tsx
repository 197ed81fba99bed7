import {
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPresentation,
  IconTable,
} from '@tabler/icons-react';
import { createElement } from 'react';
import type { ShownFile } from './fileShown.ts';

const ICONS: [typeof IconFile, readonly string[]][] = [
  [IconFileTypePdf, ['pdf']],
  [IconTable, ['xls', 'xlsx', 'csv', 'ods', 'numbers', 'sheet']],
  [IconPresentation, ['ppt', 'pptx', 'odp', 'key']],
  [IconFileText, ['doc', 'docx', 'odt', 'txt', 'md', 'rtf', 'pages']],
  [IconFileZip, ['zip', 'gz', 'tar', 'rar', '7z', 'xz']],
  [IconFileMusic, ['mp3', 'wav', 'ogg', 'm4a', 'flac', 'aac']],
  [IconMovie, ['mp4', 'mov', 'webm', 'mkv', 'avi']],
];
export function FileIcon({ ext }: Pick<ShownFile, 'ext'>) {
  const found = ICONS.find(([, names]) => names.includes(ext))?.[0] ?? IconFile;
  return createElement(found, { size: 24, stroke: 1.5, 'aria-hidden': true });
}
