import { MantineProvider, Menu, Popover as Plain } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Drawer } from './Drawer.tsx';
import { listenToEscapes } from './escape.ts';
import { Modal } from './Modal.tsx';
import { Popover } from './Popover.tsx';

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

test('Escape in a field whose list is a part of the popover closes the popover', async () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Popover opened onClose={onClose}>
        <Popover.Target>
          <button type="button">Filter</button>
        </Popover.Target>
        <Popover.Dropdown>
          <input role="combobox" aria-expanded="true" aria-controls="found" />
          <div id="found" role="listbox" tabIndex={-1} />
        </Popover.Dropdown>
      </Popover>
    </MantineProvider>,
  );
  fireEvent.keyDown(await screen.findByRole('combobox'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

function Picking() {
  const [open, setOpen] = useState(['Task']);
  const toggle = (name: string) => () =>
    setOpen((all) => (all.includes(name) ? all.filter((each) => each !== name) : [...all, name]));
  return (
    <>
      <Modal opened={open.includes('Task')} onClose={toggle('Task')} title="Task">
        <button type="button" onClick={toggle('Picker')}>
          Pick
        </button>
      </Modal>
      <Modal opened={open.includes('Sure?')} onClose={toggle('Sure?')} title="Sure?">
        Well
      </Modal>
      {open.includes('Picker') && (
        <Drawer opened onClose={toggle('Picker')} title="Picker">
          <button type="button" onClick={toggle('Sure?')}>
            Replace
          </button>
        </Drawer>
      )}
    </>
  );
}

test('Escape closes the most recently opened modal', async () => {
  render(
    <MantineProvider env="test">
      <Picking />
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Pick' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Replace' }));
  await screen.findByRole('dialog', { name: 'Sure?' });
  for (const left of [['Picker', 'Task'], ['Task'], []]) {
    fireEvent.keyDown(document.body, { key: 'Escape' });
    const titles = () => screen.queryAllByRole('heading').map((each) => each.textContent);
    await waitFor(() => expect(titles().sort()).toEqual(left));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(titles().sort()).toEqual(left);
  }
});

function Times({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const [isCalendar, setCalendar] = useState(true);
  const close = (open: boolean) => {
    setOpen(open);
    if (!open) onClose();
  };
  return (
    <Popover opened={isOpen} onChange={close}>
      <Popover.Target>
        <button type="button">When</button>
      </Popover.Target>
      <Popover.Dropdown>
        <Plain opened={isCalendar} onChange={setCalendar} withinPortal={false}>
          <Plain.Target>
            <button type="button">Start</button>
          </Plain.Target>
          <Plain.Dropdown>
            <button type="button">1 May</button>
          </Plain.Dropdown>
        </Plain>
        <input aria-label="Place" aria-expanded="true" aria-controls="none" role="combobox" />
      </Popover.Dropdown>
    </Popover>
  );
}

test('Escape in a list inside a popover closes only that list', async () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Times onClose={onClose} />
    </MantineProvider>,
  );
  fireEvent.keyDown(await screen.findByRole('button', { name: '1 May' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 May' })).toBeNull());
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Start' }), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape during text composition belongs to the input method', async () => {
  render(
    <MantineProvider env="test">
      <Task onClose={() => undefined} />
    </MantineProvider>,
  );
  const today = await screen.findByRole('button', { name: 'Today' });
  fireEvent.keyDown(today, { key: 'Escape', isComposing: true });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(today.isConnected).toBe(true);
});

test('Escape in a field of a menu over a modal closes the menu only', async () => {
  const onClose = vi.fn();
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <Modal opened onClose={onClose} title="Task">
        <Menu opened onChange={onChange}>
          <Menu.Target>
            <button type="button">How often</button>
          </Menu.Target>
          <Menu.Dropdown>
            <input aria-label="Days" />
          </Menu.Dropdown>
        </Menu>
      </Modal>
    </MantineProvider>,
  );
  fireEvent.keyDown(await screen.findByRole('textbox'), { key: 'Escape' });
  expect(onChange).toHaveBeenCalledWith(false);
  expect(onClose).not.toHaveBeenCalled();
});

test('Escape in an editor does not close the modal around it', async () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Modal opened onClose={onClose} title="Notes">
        <div data-keeps-escape>
          <textarea aria-label="Text" />
        </div>
      </Modal>
    </MantineProvider>,
  );
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Text' }), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Notes' }), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
