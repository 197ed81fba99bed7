import type { AssistantCommon } from '@atrium/contract/chat/assistantSettings.ts';
import { VENDOR_NAMES, type Vendor, type VendorSetting } from '@atrium/contract/chat/assistants.ts';
import { Button, Group, NumberInput, Select, Stack, Switch } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { saveCommon } from './assistant.actions.ts';
import { Problem } from './Problem.tsx';
import { useSave } from './useSave.ts';

interface Props {
  setting: AssistantCommon;
  vendors: readonly VendorSetting[];
  onSaved: (setting: AssistantCommon) => void;
}

/** The assistant for drafts, the limits of use, and the use of tools. */
export function CommonForm({ setting, vendors, onSaved }: Props) {
  const [vendor, setVendor] = useState(setting.vendor);
  const [budget, setBudget] = useState(setting.budget);
  const [tools, setTools] = useState(setting.tools);
  const { problem, isBusy, run } = useSave();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => onSaved(await saveCommon({ vendor, budget, tools })));
  };
  const ready = vendors.filter(({ is_ready }) => is_ready);
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <Select
          label={t('assistant.writer')}
          description={t('assistant.writer_hint')}
          data={[
            { value: 'auto', label: t('assistant.writer_auto') },
            ...ready.map((each) => ({ value: each.vendor, label: VENDOR_NAMES[each.vendor] })),
          ]}
          value={vendor}
          allowDeselect={false}
          onChange={(value) => setVendor((value ?? 'auto') as Vendor | 'auto')}
        />
        <NumberInput
          label={t('assistant.budget')}
          description={t('assistant.budget_hint')}
          min={0}
          max={2_000_000_000}
          step={100_000}
          thousandSeparator
          allowDecimal={false}
          value={budget}
          onChange={(value) => setBudget(typeof value === 'number' ? value : 0)}
        />
        <Switch
          label={t('assistant.tools')}
          description={t('assistant.tools_hint')}
          checked={tools === 'open'}
          onChange={(event) => setTools(event.currentTarget.checked ? 'open' : 'close')}
        />
        <Problem text={problem} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
