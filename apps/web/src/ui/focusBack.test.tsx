import { MantineProvider, Menu, Modal } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DropMenu } from './Drop.tsx';
import { listenToFocus } from './focusBack.ts';

let stop: () => void;
beforeEach(() => {
  stop = listenToFocus();
});
afterEach(() => stop());

function Message() {
  const [open, setOpen] = useState<'forward' | 'people' | null>(null);
  return (
    <>
      <DropMenu button={<button type="button">More</button>}>
        <Menu.Item onClick={() => setOpen('forward')}>Forward</Menu.Item>
      </DropMenu>
      <button type="button" onClick={() => setOpen('forward')}>
        Pass on
      </button>
      <button type="button">Write</button>
      {open && (
        <Modal opened onClose={() => setOpen(null)} title="Forward" returnFocus={false}>
          <button type="button" onClick={() => setOpen('people')}>
            Choose
          </button>
        </Modal>
      )}
      {open === 'people' && (
        <Modal opened onClose={() => setOpen('forward')} title="People">
          Ada
        </Modal>
      )}
    </>
  );
}

const stage = () => {
  render(
    <MantineProvider env="test">
      <Message />
    </MantineProvider>,
  );
  return userEvent.setup();
};
const button = (name: string) => screen.getByRole('button', { name });
const focusIsIn = (name: string) =>
  waitFor(() => expect(screen.getByRole('dialog', { name }).contains(document.activeElement)).toBe(true));

test('a modal that goes gives the focus back to what opened it, one after the other', async () => {
  const user = stage();
  await user.click(button('Pass on'));
  await focusIsIn('Forward');
  await user.click(button('Choose'));
  await focusIsIn('People');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button('Choose')));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button('Pass on')));
});

test('to the button of the menu whose item opened it', async () => {
  const user = stage();
  await user.click(button('More'));
  await user.click(await screen.findByRole('menuitem', { name: 'Forward' }));
  await focusIsIn('Forward');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button('More')));
});

test('not where whoever closed it has given it to something else', async () => {
  const user = stage();
  await user.click(button('Pass on'));
  await focusIsIn('Forward');
  const write = vi.fn(() => button('Write').focus());
  document.addEventListener('keyup', write, { once: true });
  await user.keyboard('{Escape}');
  expect(write).toHaveBeenCalledOnce();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(button('Write'));
});
