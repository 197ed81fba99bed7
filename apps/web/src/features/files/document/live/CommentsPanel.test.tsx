import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { CommentsPanel } from './CommentsPanel.tsx';

const BEGUN = { place: '1-2', quote: 'the sails' };

/** A document whose text is selected for a comment by the button. */
function Panel({ id, add }: { id: number; add: () => Promise<boolean> }) {
  const [begun, setBegun] = useState<typeof BEGUN | null>(null);
  return (
    <>
      <button type="button" onClick={() => setBegun(BEGUN)}>
        Add comment
      </button>
      <CommentsPanel
        file={{ id, permission: 1 } as DriveFile}
        editor={null}
        comments={{ list: [], problem: '', add, resolve: vi.fn(), remove: vi.fn() }}
        mayResolve
        begun={begun}
        chosen={0}
        onChoose={vi.fn()}
        onBegun={setBegun}
        onClose={vi.fn()}
      />
    </>
  );
}

test('a comment that was not sent yet is there again, after Escape as after closing the document', async () => {
  serve({});
  const add = vi.fn(async () => true);
  const { screen, user, unmount } = await open(<Panel id={4} add={add} />);
  const begin = () => user.click(screen.getByRole('button', { name: 'Add comment' }));
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
  await begin();
  await user.type(field(), 'Who sews them?');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull();
  await begin();
  expect(field().value).toBe('Who sews them?');
  unmount();

  const other = await open(<Panel id={5} add={add} />);
  await begin();
  expect(field().value).toBe('');
  other.unmount();

  await open(<Panel id={4} add={add} />);
  await begin();
  expect(field().value).toBe('Who sews them?');
  await user.type(field(), '{Enter}');
  await expect.poll(() => add.mock.calls).toEqual([[{ text: 'Who sews them?', userids: [], ...BEGUN }]]);
  await begin();
  expect(field().value).toBe('');
  await user.type(field(), 'Never mind');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await begin();
  expect(field().value).toBe('');
});
