import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { open } from '#testing/stage.tsx';
import { DayField } from './DateFields.tsx';

function Field() {
  const [day, setDay] = useState<string | null>(null);
  return <DayField label="Day" value={day} onChange={setDay} />;
}

test('what is no date is taken back, with a word about it that a date removes', async () => {
  await open(<Field />);
  const field = screen.getByLabelText('Day');
  fireEvent.change(field, { target: { value: '31.02.2026' } });
  fireEvent.blur(field);
  expect(field).toHaveProperty('value', '');
  expect(screen.getByText(/^“31.02.2026” is not a date. Write it like \d\d\/\d\d\/\d{4}\.$/)).toBeTruthy();
  fireEvent.change(field, { target: { value: '28.02.2026' } });
  fireEvent.blur(field);
  expect(field).toHaveProperty('value', '28/02/2026');
  expect(screen.queryByText(/is not a date/)).toBeNull();
});
