import { MantineProvider, Modal, Popover } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { listenToEscapes } from './escape.ts';

listenToEscapes();

function Task({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Modal opened onClose={onClose} title="Task">
      <Popover opened={isOpen} onChange={setOpen}>
        <Popover.Target>
          <button type="button">When</button>
        </Popover.Target>
        <Popover.Dropdown>
          <button type="button">Today</button>
        </Popover.Dropdown>
      </Popover>
    </Modal>
  );
}

test('Escape in a popover over a modal closes the popover, and the next one the modal', async () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Task onClose={onClose} />
    </MantineProvider>,
  );
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Today' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Today' })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('button', { name: 'When' }), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
