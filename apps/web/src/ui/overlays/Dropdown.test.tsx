import { MantineProvider, Menu } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Profiler, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { theme } from '#ui/theme.ts';
import { DropdownMenu, DropdownPopover } from './Dropdown.tsx';
import { listenToEscapes } from './escape.ts';
import { listenToFocus } from './restoreFocus.ts';

listenToEscapes();
let stop: () => void;
beforeEach(() => {
  stop = listenToFocus();
});
afterEach(() => stop());

const stage = (run = () => undefined as unknown) => {
  const drawn = vi.fn();
  render(
    <MantineProvider env="test">
      <Profiler id="drops" onRender={drawn}>
        <DropdownMenu button={<button type="button">More</button>}>
          <Menu.Item onClick={() => run()}>Print</Menu.Item>
        </DropdownMenu>
        <DropdownPopover button={<button type="button">About</button>}>Words on it</DropdownPopover>
      </Profiler>
    </MantineProvider>,
  );
  return drawn;
};
const more = () => screen.getByRole('button', { name: 'More' });

test('until it opens, it is a plain button that names what it opens', () => {
  const drawn = stage();
  expect(drawn).toHaveBeenCalledOnce();
  expect(more()).toHaveProperty('ariaExpanded', 'false');
  expect(more().getAttribute('aria-haspopup')).toBe('menu');
  expect(screen.getByRole('button', { name: 'About' }).getAttribute('aria-haspopup')).toBe('dialog');
});

test('a menu is named after its button, runs the chosen item, and returns the focus', async () => {
  const run = vi.fn();
  stage(run);
  act(() => more().focus());
  fireEvent.click(more());
  const menu = await screen.findByRole('menu', { name: 'More' });
  expect(more().getAttribute('aria-controls')).toBe(menu.id);
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Print' }));
  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(more()));
  expect(more().getAttribute('aria-controls')).toBeNull();
});

function Naming() {
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      {isNaming && <input aria-label="Name" ref={(field) => field?.focus()} />}
      <DropdownMenu button={<button type="button">New</button>}>
        <Menu.Item onClick={() => setNaming(true)}>Folder</Menu.Item>
      </DropdownMenu>
    </>
  );
}

test('a field that an item opens keeps the focus while the menu closes', async () => {
  render(
    <MantineProvider env="test">
      <Naming />
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name: 'New' });
  act(() => button.focus());
  fireEvent.click(button);
  const menu = await screen.findByRole('menu');
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Folder' }));
  const field = screen.getByRole('textbox', { name: 'Name' });
  const left = vi.fn();
  field.addEventListener('blur', left);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(field);
  expect(left).not.toHaveBeenCalled();
});

test('its button closes it', async () => {
  stage();
  const press = () => {
    fireEvent.mouseDown(more());
    fireEvent.click(more());
  };
  press();
  await screen.findByRole('menu');
  press();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  press();
  await screen.findByRole('menu');
  fireEvent.mouseDown(document.body);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('anything but a menu is a dialog named after the button; Escape returns the focus', async () => {
  stage();
  const about = screen.getByRole('button', { name: 'About' });
  act(() => about.focus());
  fireEvent.click(about);
  const dialog = await screen.findByRole('dialog', { name: 'About' });
  expect(dialog.textContent).toBe('Words on it');
  await waitFor(() => expect(document.activeElement).toBe(dialog));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(about));
});

test('a menu starts on the first enabled item', async () => {
  render(
    <MantineProvider env="test" theme={theme}>
      <DropdownMenu button={<button type="button">Status</button>}>
        <Menu.Item disabled>To do</Menu.Item>
        <Menu.Item>Doing</Menu.Item>
      </DropdownMenu>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Status' }));
  const doing = await screen.findByRole('menuitem', { name: 'Doing' });
  await waitFor(() => expect(document.activeElement).toBe(doing));
});
