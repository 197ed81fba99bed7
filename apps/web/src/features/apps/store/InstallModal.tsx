import type { StagedApp } from '@atrium/contract/workspace/appCatalog.ts';
import type { AppAudience } from '@atrium/contract/workspace/microApps.ts';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { installApp } from '#features/apps/apps.actions.ts';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { AudienceField } from './AudienceField.tsx';
import { Permissions } from './Permissions.tsx';

/** Shows the permissions of a checked app, which is installed only once they are accepted. */
export function InstallModal({ staged, onClose }: { staged: StagedApp; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const [audience, setAudience] = useState<AppAudience>('all');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isUpdate = staged.replaces !== '';
  const install = async () => {
    setBusy(true);
    const words = await installApp({ stage: staged.stage, ...(!isUpdate && { visible_to: audience }) });
    setBusy(false);
    setProblem(words);
    if (words) return;
    notify(t(isUpdate ? 'apps.done_update' : 'apps.done_install', { name: staged.name }));
    onClose();
  };
  const action = t(isUpdate ? 'apps.update' : 'apps.install');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isUpdate ? 'apps.update_name' : 'apps.install_name', { name: staged.name })}
      fullScreen={isNarrow}
    >
      <Stack gap="md">
        <div>
          <Text>{staged.description}</Text>
          <Text size="sm" c="dimmed">
            {isUpdate ? `${staged.replaces} → ${staged.version}` : staged.version}
            {staged.author && ` · ${t('apps.by', { name: staged.author })}`}
            {staged.files > 0 && ` · ${t('apps.size', { count: staged.files, kb: Math.ceil(staged.size / 1024) })}`}
          </Text>
        </div>
        <Permissions {...staged} added={isUpdate ? staged.added : []} />
        {staged.source !== 'bundled' && (
          <Text size="sm" c="var(--amber)">
            {t('apps.trust')}
          </Text>
        )}
        {!isUpdate && <AudienceField value={audience} onChange={setAudience} />}
        <FormEnd
          problem={problem}
          onCancel={onClose}
          loading={isBusy}
          disabled={typeof audience !== 'string' && audience.length === 0}
          onClick={() => void install()}
        >
          {action}
        </FormEnd>
      </Stack>
    </Modal>
  );
}
