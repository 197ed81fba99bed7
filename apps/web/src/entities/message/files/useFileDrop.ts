import { type DragEvent, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Handles files dropped on a conversation. Folders are refused: their content is unknown. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  // Moving over child elements fires enter and leave repeatedly.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        const files = [...event.dataTransfer.items].flatMap((item) => {
          const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
          return file ? [file] : [];
        });
        if (files.length < event.dataTransfer.items.length) notify(t('file.no_folders'), { kind: 'error' });
        if (files.length > 0) onFiles(files);
      },
    },
  };
}
