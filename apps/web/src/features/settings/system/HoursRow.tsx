import { Group } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { FormRow } from '#features/settings/FormRow.tsx';

interface Props {
  label: string;
  /** The label of the second field, which the row's label does not name. */
  endLabel: string;
  /** Start and end, as `HH:mm`. */
  hours: readonly string[];
  onChange: (hours: [begin: string, end: string]) => void;
}

/** Start and end times of a day. */
export function HoursRow({ label, endLabel, hours: [begin = '', end = ''], onChange }: Props) {
  return (
    <FormRow label={label}>
      {(id) => (
        <Group gap="xs">
          <TimeInput id={id} required value={begin} onChange={(event) => onChange([event.currentTarget.value, end])} />
          <TimeInput
            required
            aria-label={endLabel}
            value={end}
            onChange={(event) => onChange([begin, event.currentTarget.value])}
          />
        </Group>
      )}
    </FormRow>
  );
}
