import { MantineProvider, Menu, Modal } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DropMenu } from './Drop.tsx';
import { Over } from './Over.tsx';

function Project() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <DropMenu button={<button type="button">More</button>}>
        <Menu.Item onClick={() => setOpen(true)}>Members</Menu.Item>
      </DropMenu>
      {isOpen && (
        <Over>
          <Modal opened onClose={() => setOpen(false)} title="Members">
            Ada
          </Modal>
        </Over>
      )}
    </>
  );
}

test('what a menu opened gives the focus back to the button of that menu', async () => {
  render(
    <MantineProvider env="test">
      <Project />
    </MantineProvider>,
  );
  const more = screen.getByRole('button', { name: 'More' });
  act(() => more.focus());
  fireEvent.click(more);
  const item = await screen.findByRole('menuitem', { name: 'Members' });
  act(() => item.focus());
  fireEvent.click(item);
  const modal = await screen.findByRole('dialog', { name: 'Members' });
  await waitFor(() => expect(modal.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? modal, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(more));
});
