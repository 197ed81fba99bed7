import { expect, test, vi } from 'vitest';
import { loadMarkdown } from '#sync/markdown.ts';
import { open } from '#testing/stage.tsx';
import { MessageText } from './MessageText.tsx';

const HTML = '<ul><li>plain</li><li data-list="unchecked"><p>one</p></li></ul>';
const MD = '- plain\n- [ ] one';
const BLOCKS =
  '- [ ] zero\n::: reasoning\n- [x] thought\n:::\n::: create-task-list\ntitle: a task\n:::\n- plain\n- [ ] one\n';

async function ticks(text: string, isMarkdown: boolean, onCheck?: (index: number, isChecked: boolean) => void) {
  await loadMarkdown();
  const { screen, user, unmount } = await open(<MessageText text={text} isMarkdown={isMarkdown} onCheck={onCheck} />);
  return {
    unmount,
    async at(words: string) {
      const item = (await screen.findByText(words)).closest('li');
      if (!item) throw new Error('no item');
      // Without layout every position is 0: the checkbox is there, and the text is further right.
      await user.pointer({ keys: '[MouseLeft]', target: item, coords: { clientX: 4, clientY: 4 } });
    },
    async on(words: string) {
      await user.pointer({ keys: '[MouseLeft]', target: await screen.findByText(words), coords: { clientX: 90 } });
    },
  };
}

test('a checkbox is ticked in HTML, in Markdown and in Markdown blocks', async () => {
  for (const [text, isMarkdown, index] of [
    [HTML, false, 1],
    [MD, true, 1],
    [BLOCKS, true, 3],
  ] as const) {
    const onCheck = vi.fn();
    const list = await ticks(text, isMarkdown, onCheck);
    await list.at('one');
    expect(onCheck.mock.calls).toEqual([[index, true]]);
    await list.on('one');
    await list.at('plain');
    expect(onCheck).toHaveBeenCalledOnce();
    list.unmount();
  }
  const onCheck = vi.fn();
  await (await ticks(BLOCKS, true, onCheck)).at('thought');
  expect(onCheck.mock.calls).toEqual([[1, false]]);
});
