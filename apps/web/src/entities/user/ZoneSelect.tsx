import { Select } from '@mantine/core';
import { t } from '#sync/language.ts';

/** The zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Props {
  id?: string;
  label?: string;
  description?: string;
  /** '' without one. */
  error?: string;
  value: string;
  onChange: (zone: string) => void;
}

/** A person's time zone, in which the server writes times for them. */
export const ZoneSelect = ({ value, onChange, ...field }: Props) => (
  <Select
    {...field}
    searchable
    allowDeselect={false}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    nothingFoundMessage={t('zone.none')}
    value={value}
    data={[...new Set([value, deviceZone(), ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }))}
    onChange={(zone) => zone && onChange(zone)}
  />
);
