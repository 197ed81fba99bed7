import { EditorContent } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { useTextEditor } from './useTextEditor.ts';

const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
afterEach(() => {
  react.IS_REACT_ACT_ENVIRONMENT = true;
});

const extensions = [StarterKit];
const said: string[] = [];
function Field({ words }: { words: string }) {
  const editor = useTextEditor({ extensions, content: words, onUpdate: () => void said.push(words) });
  useLayoutEffect(() => {
    editor.view.dom.setAttribute('data-words', words);
  }, [editor, words]);
  return <EditorContent editor={editor} />;
}
/** The loaded component is rendered at once, and shown 300 ms after the fallback: React waits to avoid flicker. */
const Coming = lazy(() => new Promise<{ default: typeof Field }>((come) => setTimeout(come, 30, { default: Field })));

test('a field shown later is available to effects and gone after unmounting', async () => {
  // As on a page: in a test nothing waits.
  react.IS_REACT_ACT_ENVIRONMENT = false;
  const box = document.body.appendChild(document.createElement('div'));
  const troubles: unknown[] = [];
  const root = createRoot(box, { onUncaughtError: (error) => void troubles.push(error) });
  const draw = (words: string) =>
    root.render(
      <Suspense fallback="Coming">
        <Coming words={words} />
      </Suspense>,
    );
  draw('Anchor');
  await expect.poll(() => troubles[0] ?? box.querySelector('[data-words="Anchor"]')).toBeInstanceOf(HTMLElement);
  const dom = box.querySelector('.tiptap') as HTMLElement & { editor: ReturnType<typeof useTextEditor> };
  const { editor } = dom;
  expect(dom.textContent).toBe('Anchor');
  draw('Buoy');
  await expect.poll(() => dom.dataset['words']).toBe('Buoy');
  // The callbacks of the latest render are called.
  editor.commands.insertContent('!');
  expect(said).toEqual(['Buoy']);
  expect(editor.isDestroyed).toBe(false);
  root.unmount();
  await expect.poll(() => editor.isDestroyed).toBe(true);
  box.remove();
  expect(troubles).toEqual([]);
});
