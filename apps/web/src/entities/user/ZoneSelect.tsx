import { Select } from '@mantine/core';
import { t } from '#sync/language.ts';

/** The zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Props {
  id?: string;
  label?: string;
  description?: string;
  /** The error; '' if there is none. */
  error?: string;
  /** The text for having no zone, `''`, which is not offered without it. */
  none?: string;
  value: string;
  onChange: (zone: string) => void;
}

/** A field to choose a time zone. */
export const ZoneSelect = ({ none, value, onChange, ...field }: Props) => (
  <Select
    {...field}
    searchable
    allowDeselect={false}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    nothingFoundMessage={t('zone.none')}
    value={value}
    data={[
      ...(none === undefined ? [] : [{ value: '', label: none }]),
      ...[...new Set([value, deviceZone(), ...Intl.supportedValuesOf('timeZone')])]
        .filter(Boolean)
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    ]}
    comboboxProps={{ withinPortal: none === undefined }}
    onChange={(zone) => zone !== null && onChange(zone)}
  />
);
