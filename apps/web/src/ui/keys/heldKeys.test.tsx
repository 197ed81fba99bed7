import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listenToHeldKeys } from './heldKeys.ts';

listenToHeldKeys();

test('a held key does not repeat into what it opened, but repeats where it began', () => {
  const heard = vi.fn();
  render(
    <>
      <button type="button" onKeyDown={() => heard('More')}>
        More
      </button>
      <button type="button" onKeyDown={() => heard('Delete')}>
        Delete
      </button>
    </>,
  );
  const press = (name: string, repeat: boolean) =>
    fireEvent.keyDown(screen.getByRole('button', { name }), { key: 'Enter', repeat });
  press('More', false);
  press('More', true);
  expect(press('Delete', true)).toBe(false);
  expect(heard.mock.calls).toEqual([['More'], ['More']]);
  press('Delete', false);
  expect(heard).toHaveBeenLastCalledWith('Delete');
});
