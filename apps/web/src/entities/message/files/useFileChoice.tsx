import { type ReactNode, useRef } from 'react';

/** The browser's file picker; `accept` '' allows every kind. */
export function useFileChoice(onFiles: (files: readonly File[]) => void): {
  field: ReactNode;
  open: (accept: string) => void;
} {
  const field = useRef<HTMLInputElement>(null);
  return {
    open(accept) {
      if (!field.current) return;
      field.current.accept = accept;
      field.current.click();
    },
    field: (
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The value is cleared, so that the same file can be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
