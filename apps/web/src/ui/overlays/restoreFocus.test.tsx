import { MantineProvider, Menu } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DropdownMenu } from './Dropdown.tsx';
import { Modal } from './Modal.tsx';
import { type Point, PointMenu } from './PointMenu.tsx';
import { listenToFocus } from './restoreFocus.ts';

let stop: () => void;
beforeEach(() => {
  stop = listenToFocus();
});
afterEach(() => stop());

function Message() {
  const [open, setOpen] = useState<'forward' | 'people' | null>(null);
  const [at, setAt] = useState<Point | null>(null);
  return (
    <>
      <button type="button" onContextMenu={() => setAt({ x: 1, y: 1 })}>
        Bubble
      </button>
      <PointMenu at={at} label="Message" onClose={() => setAt(null)}>
        <Menu.Item onClick={() => setOpen('forward')}>Pass on at the pointer</Menu.Item>
      </PointMenu>
      <DropdownMenu button={<button type="button">More</button>}>
        <Menu.Item onClick={() => setOpen('forward')}>Forward</Menu.Item>
      </DropdownMenu>
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
          <button type="button" onClick={() => setOpen(null)}>
            Send
          </button>
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

test('closing modals returns the focus to their openers in order', async () => {
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

test('two modals that close at once return it to the first opener', async () => {
  const user = stage();
  await user.click(button('Pass on'));
  await focusIsIn('Forward');
  await user.click(button('Choose'));
  await focusIsIn('People');
  await user.click(button('Send'));
  await waitFor(() => expect(document.activeElement).toBe(button('Pass on')));
});

test('it returns to the button of the menu whose item opened the modal', async () => {
  const user = stage();
  await user.click(button('More'));
  await user.click(await screen.findByRole('menuitem', { name: 'Forward' }));
  await focusIsIn('Forward');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button('More')));
});

test('it returns to the element focused before a context menu, from the menu and its modals', async () => {
  const user = stage();
  act(() => button('Bubble').focus());
  for (const key of ['{Escape}', '{Enter}']) {
    fireEvent.contextMenu(button('Bubble'));
    const item = await screen.findByRole('menuitem');
    await waitFor(() => expect(item.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true));
    act(() => item.focus());
    await user.keyboard(key);
    if (key === '{Enter}') {
      await focusIsIn('Forward');
      await user.keyboard('{Escape}');
    }
    await waitFor(() => expect(document.activeElement).toBe(button('Bubble')));
  }
});

test('it stays where closing code has moved it', async () => {
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

test('it returns to a button that was busy, and from a nested dialog to its dialog', async () => {
  const user = stage();
  await user.click(button('Pass on'));
  await focusIsIn('Forward');
  const choose = button('Choose') as HTMLButtonElement;
  choose.focus();
  choose.disabled = true;
  choose.blur();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  choose.disabled = false;
  await waitFor(() => expect(document.activeElement).toBe(choose));
  // Browsers fire this for removed elements, jsdom does not.
  choose.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  choose.remove();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Forward' })));
});

test('it returns to the dialog when its button disappeared meanwhile', async () => {
  const user = stage();
  await user.click(button('Pass on'));
  await focusIsIn('Forward');
  const choose = button('Choose') as HTMLButtonElement;
  choose.focus();
  choose.disabled = true;
  choose.blur();
  await Promise.resolve();
  choose.remove();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Forward' })));
});

function Finding() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen('palette')}>
        Find
      </button>
      {open === 'palette' && (
        <Modal opened onClose={() => setOpen(null)} title="Palette">
          <button type="button" onClick={() => setOpen('keys')}>
            Keyboard shortcuts
          </button>
        </Modal>
      )}
      {open === 'keys' && (
        <Modal opened onClose={() => setOpen(null)} title="Keys">
          Many
        </Modal>
      )}
    </>
  );
}

test('a modal that replaces another one inherits its opener', async () => {
  render(
    <MantineProvider env="test">
      <Finding />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(button('Find'));
  await focusIsIn('Palette');
  await user.click(button('Keyboard shortcuts'));
  await focusIsIn('Keys');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button('Find')));
});
