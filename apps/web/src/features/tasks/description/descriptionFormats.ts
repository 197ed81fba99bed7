import Placeholder from '@tiptap/extension-placeholder';
import type { EditorProps } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Check, Checks } from '#entities/message/editor/formats.ts';
import { t } from '#sync/language.ts';
import { Picture } from './DescriptionPicture.tsx';

/** The formats of a description: the usual ones, checklists and pictures. */
export const descriptionFormats = ({ opensLinks }: { opensLinks: boolean }) => [
  StarterKit.configure({ link: { openOnClick: opensLinks, autolink: true } }),
  Checks,
  Check,
  Picture,
  Placeholder.configure({ placeholder: t('task.desc_none') }),
];

/** Handles pasted and dropped pictures. */
export function picturesInto(insert: (files: readonly File[]) => void): EditorProps {
  const take = (data: DataTransfer | null): boolean => {
    const pictures = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
    if (pictures.length > 0) insert(pictures);
    return pictures.length > 0;
  };
  return {
    handlePaste: (_view, event) => take(event.clipboardData),
    handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
  };
}

/** The HTML as it is stored: without the empty line below a list, which is only for typing. */
export const contentOf = (editor: Editor): string =>
  editor.isEmpty
    ? ''
    : editor
        .getHTML()
        .replaceAll('<img data-src=', '<img src=')
        .replace(/(<p><\/p>)+$/, '');

/** A document without its ticks. */
const unticked = (json: unknown) =>
  JSON.stringify(json, (key, value: unknown) => (key === 'checked' ? undefined : value));

/** True if two documents differ only in ticks. */
export const differsByTicks = (before: unknown, after: unknown): boolean => unticked(before) === unticked(after);
