import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from '#entities/task/TaskFields.module.css';
import { shortMoment } from '#sync/dates.ts';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { isComposing } from '#ui/keys/composing.ts';
import { type Delay, delaysOf, endAfter } from './times.actions.ts';

const day = lazyValue(() => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }));
const words = (delay: Delay) => ('to' in delay ? t(`time.${delay.to}`) : `+${day().format(delay.by)}`);

type Amount = Extract<Delay, { by: number }>;
const KEPT = 'task.delay';
const MOST = 999;
function lastAmount(): Amount {
  try {
    const { by, unit } = JSON.parse(localStorage.getItem(KEPT) ?? '') as Partial<Amount>;
    return { by: Number.isInteger(by) && by && by > 0 && by <= MOST ? by : 1, unit: unit === 'hour' ? 'hour' : 'day' };
  } catch {
    return { by: 1, unit: 'day' };
  }
}

interface Props {
  end: Date;
  onSave: (end: Date, remark: string) => void;
  onClose: () => void;
}

/** A form for a later due date and the reason, which the activity shows. */
export function DelayForm({ end, onSave, onClose }: Props) {
  const [amount, setAmount] = useState(lastAmount);
  const [picked, setPicked] = useState<Delay | null>(null);
  const [remark, setRemark] = useState('');
  const later = endAfter(end, picked ?? amount);
  const choose = (fields: Partial<Amount>) => {
    setPicked(null);
    setAmount({ ...amount, ...fields });
  };
  const save = () => {
    localStorage.setItem(KEPT, JSON.stringify(amount));
    onSave(later, remark);
  };
  return (
    <div className={classes.times}>
      <Group gap={4}>
        {delaysOf(end).map((delay) => (
          <Button
            key={words(delay)}
            size="compact-xs"
            variant={delay === picked ? 'filled' : 'default'}
            aria-pressed={delay === picked}
            onClick={() => setPicked(delay)}
          >
            {words(delay)}
          </Button>
        ))}
      </Group>
      <Group gap={6} wrap="nowrap">
        <NumberField
          size="xs"
          w={72}
          min={1}
          max={MOST}
          aria-label={t('delay.by')}
          value={amount.by}
          empty={1}
          onChange={(value) => choose({ by: Math.min(MOST, Math.max(1, value)) })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('delay.unit')}
          value={amount.unit}
          onChange={(value) => choose({ unit: value === 'hour' ? 'hour' : 'day' })}
          data={[
            { value: 'hour', label: t('delay.hours') },
            { value: 'day', label: t('delay.days') },
          ]}
        />
      </Group>
      <Text size="xs" c="dimmed" aria-live="polite">
        {t('delay.until', { time: shortMoment(later) })}
      </Text>
      <TextInput
        size="xs"
        required
        withAsterisk={false}
        label={t('delay.reason')}
        maxLength={255}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event) && remark.trim()) save();
        }}
      />
      <Group gap={6}>
        <Button size="compact-sm" disabled={!remark.trim()} onClick={save}>
          {t('delay.title')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </Group>
    </div>
  );
}
