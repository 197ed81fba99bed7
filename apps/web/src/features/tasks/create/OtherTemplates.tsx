import type { FoundTemplate } from '@atrium/contract/projects/taskExtras.ts';
import { Button, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './NewTask.module.css';
import { findTemplates } from './newTask.actions.ts';

const DEBOUNCE_MS = 250;

/** The shared templates of the person's other projects. */
export function OtherTemplates({ projectId, onUse }: { projectId: number; onUse: (template: FoundTemplate) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconTemplate size={14} stroke={1.75} />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('template.others')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Choice
          projectId={projectId}
          onUse={(template) => {
            setOpen(false);
            onUse(template);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ projectId, onUse }: { projectId: number; onUse: (template: FoundTemplate) => void }) {
  const [key, setKey] = useState('');
  const { data: found } = useRequest(() => findTemplates(key.trim()), key, { delayMs: key ? DEBOUNCE_MS : 0 });
  // The project's own templates are left out, because they are listed already.
  const shown = found?.filter((template) => template.project_id !== projectId);
  return (
    <>
      <TextInput
        data-autofocus
        size="xs"
        mb={6}
        aria-label={t('template.find')}
        placeholder={t('template.find')}
        leftSection={<IconSearch size={14} stroke={1.75} />}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        // Enter must not submit the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {!shown && <LoadingPlaceholder label={t('state.loading')} />}
      {shown?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('template.others_none')}
        </Text>
      )}
      <ScrollArea.Autosize mah={240} type="auto" offsetScrollbars="y">
        {shown?.map((template) => (
          <UnstyledButton key={template.id} className={classes.other} onClick={() => onUse(template)}>
            <span className="truncate">{template.name}</span>
            <small className="truncate">{template.project_name}</small>
          </UnstyledButton>
        ))}
      </ScrollArea.Autosize>
    </>
  );
}
