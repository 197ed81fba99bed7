import { expect, test } from 'vitest';
import { open } from '#testing/stage.tsx';
import { useAppearance } from '#ui/appearance.ts';
import { ThemeSettings } from './ThemeSettings.tsx';

test('density and the style of messages are kept on this device', async () => {
  const { screen, user } = await open(<ThemeSettings />);
  await user.click(screen.getByRole('radio', { name: 'Compact' }));
  await user.click(screen.getByRole('radio', { name: 'List' }));
  expect(useAppearance.getState()).toEqual({ density: 'compact', messages: 'list' });
  expect([localStorage.getItem('look.density'), localStorage.getItem('look.messages')]).toEqual(['compact', 'list']);
  await user.click(screen.getByRole('radio', { name: 'Bubbles' }));
  expect(useAppearance.getState().messages).toBe('bubbles');
});
