import { Editor, type EditorOptions } from '@tiptap/core';
import { useEffect, useInsertionEffect, useRef, useState } from 'react';

/**
 * A text editor for as long as the component is drawn, there before the effects of anybody.
 *
 * Tiptap's own hook ends an editor that is not on the page a millisecond after it was made, and makes another one later.
 * React shows what came late up to 300 ms after it has drawn it: effects then met an editor that was over, and the page
 * was lost. `onUpdate` and `editorProps` may be others at each drawing; all else is taken from the first.
 */
export function useTextEditor(options: Partial<EditorOptions>): Editor {
  const latest = useRef(options);
  latest.current = options;
  // Without a view it holds nothing of the document, and a drawing that is given up costs nothing.
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
      // React may run effects again at once; a destroyed editor cannot be restored.
      ending.current = setTimeout(() => editor.destroy());
    };
  }, [editor]);
  return editor;
}
