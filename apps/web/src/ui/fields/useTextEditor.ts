import { Editor, type EditorOptions } from '@tiptap/core';
import { useEffect, useInsertionEffect, useRef, useState } from 'react';

/**
 * Makes a text editor for the lifetime of the component, available before any effects.
 *
 * Tiptap's own hook destroys an editor that is not on the page a millisecond after its creation, and creates another
 * one later. React shows a late component up to 300 ms after rendering it: effects then met a destroyed editor, and the
 * page crashed. `onUpdate` and `editorProps` may change with each render; the other options are fixed.
 */
export function useTextEditor(options: Partial<EditorOptions>): Editor {
  const latest = useRef(options);
  latest.current = options;
  // Without a view the editor holds nothing of the document, so a discarded render costs nothing.
  const [editor] = useState(
    () => new Editor({ ...options, element: null, onUpdate: (event) => latest.current.onUpdate?.(event) }),
  );
  useInsertionEffect(() => {
    if (editor.isDestroyed) editor.mount(document.createElement('div'));
  }, [editor]);
  const { editorProps } = options;
  useEffect(() => {
    if (editorProps && editor.options.editorProps !== editorProps) editor.setOptions({ editorProps });
  }, [editor, editorProps]);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(ending.current);
    return () => {
      // The editor is destroyed later, because React may run effects again at once, and a destroyed editor cannot be
      // restored.
      ending.current = setTimeout(() => editor.destroy());
    };
  }, [editor]);
  return editor;
}
