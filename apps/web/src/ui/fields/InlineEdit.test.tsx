import { expect, test, vi } from 'vitest';
import { open, pause } from '#testing/stage.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { InlineEdit } from './InlineEdit.tsx';

test('Escape restores the text and leaves the modal open; the next one closes it', async () => {
  const [onClose, onSave] = [vi.fn(), vi.fn()];
  const { screen, user } = await open(
    <Modal opened onClose={onClose} title="Task" transitionProps={{ duration: 0 }}>
      <InlineEdit label="Name" value="Pack" maxLength={50} onSave={onSave} />
    </Modal>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  // The modal takes the focus first.
  await pause();
  await user.type(field, ' all');
  await user.keyboard('{Escape}');
  expect([field.value, onClose.mock.calls.length]).toEqual(['Pack', 0]);
  await user.keyboard('{Escape}');
  expect([onClose.mock.calls.length, onSave.mock.calls.length]).toEqual([1, 0]);
});
