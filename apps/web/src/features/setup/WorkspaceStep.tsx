import { Input, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LogoField } from '#entities/workspace/LogoField.tsx';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { StepEnd, type StepProps } from './StepEnd.tsx';
import { nameWorkspace } from './setup.actions.ts';

const DEFAULT_NAME = 'Atrium';

export function WorkspaceStep({ onNext, ...step }: StepProps) {
  const known = workspace()?.system_alias ?? '';
  const [name, setName] = useState(known === DEFAULT_NAME ? '' : known);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || wanted === known) return onNext();
    setBusy(true);
    const words = await nameWorkspace(wanted);
    setBusy(false);
    setProblem(words);
    if (!words) onNext();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          autoFocus
          label={t('system.system_alias')}
          placeholder={t('start.name_example')}
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Input.Wrapper label={t('system.system_logo')} description={t('logo.hint')} labelElement="div">
          <div style={{ marginTop: 8 }}>
            <LogoField />
          </div>
        </Input.Wrapper>
        <StepEnd {...step} onNext={onNext} problem={problem} isBusy={isBusy} />
      </Stack>
    </form>
  );
}
