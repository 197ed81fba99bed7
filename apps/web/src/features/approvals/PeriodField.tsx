import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '#sync/store/lazyPart.ts';

const DayRangeField = lazyPart(async () => (await import('#entities/date/DateFields.tsx')).DayRangeField);

/** `YYYY-MM-DD` each; null while one is missing. */
export type Period = [from: string | null, to: string | null];

const two = (number: number) => String(number).padStart(2, '0');
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The last days, today included. */
export const lastDays = (now: Date, days: number): Period => [
  dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)),
  dayOf(now),
];

export const PeriodField = ({
  label,
  period,
  onChange,
}: {
  label: string;
  period: Period;
  onChange: (period: Period) => void;
}) => (
  <Suspense fallback={<Loader size="xs" />}>
    <DayRangeField
      label={label}
      value={period}
      allowSingleDateInRange
      onChange={([from, to]) => onChange([from && String(from).slice(0, 10), to && String(to).slice(0, 10)])}
    />
  </Suspense>
);
