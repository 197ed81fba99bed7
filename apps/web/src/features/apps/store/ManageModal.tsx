import type { CatalogApp } from '@atrium/contract/workspace/appCatalog.ts';
import { Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { editApp, makeSecret, removeApp } from '#features/apps/apps.actions.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { AudienceField } from './AudienceField.tsx';
import { Permissions } from './Permissions.tsx';
import { SecretLine } from './SecretLine.tsx';

interface Props {
  app: CatalogApp;
  onClose: () => void;
  onUpdate: () => void;
}

/** An installed app: who sees it, whether it is enabled, its secret, its removal. */
export function ManageModal({ app, onClose, onUpdate }: Props) {
  const isNarrow = useIsNarrow();
  const [enabled, setEnabled] = useState(app.enabled);
  const [audience, setAudience] = useState(app.visible_to);
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const end = (words: string, done: string) => {
    setBusy(false);
    setProblem(words);
    if (words) return;
    notify(done);
    onClose();
  };
  const save = async () => {
    setBusy(true);
    end(await editApp({ appid: app.id, enabled, visible_to: audience }), t('settings.saved'));
  };
  const remove = async () => {
    const isSure = await askFirst({
      title: t('apps.remove'),
      text: t('apps.remove_text', { name: app.name, kb: Math.ceil(app.data_bytes / 1024) }),
      action: t('apps.remove'),
      isDangerous: true,
    });
    if (!isSure) return;
    setBusy(true);
    end(await removeApp(app.id), t('apps.done_remove', { name: app.name }));
  };
  const renew = () =>
    makeSecret(app.id).then(setSecret, (error: unknown) => {
      setProblem(wordsOf(error));
    });
  return (
    <Modal opened onClose={onClose} title={app.name} fullScreen={isNarrow}>
      <Stack gap="md">
        <div>
          <Text>{app.description}</Text>
          <Text size="sm" c="dimmed">
            {app.version}
            {app.author && ` · ${t('apps.by', { name: app.author })}`}
          </Text>
          {app.website && (
            <Anchor size="sm" href={app.website} target="_blank" rel="noreferrer noopener">
              {app.website}
            </Anchor>
          )}
        </div>
        <Switch
          label={t('apps.enabled')}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <AudienceField value={audience} onChange={setAudience} />
        <Permissions {...app} />
        <SecretLine secret={secret} />
        <Group gap="xs">
          {app.source === 'url' && (
            <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={onUpdate}>
              {t('apps.check_update')}
            </Button>
          )}
          <Button variant="default" leftSection={<IconKey size={18} />} onClick={() => void renew()}>
            {t('apps.secret')}
          </Button>
          <Button variant="default" c="var(--red)" leftSection={<IconTrash size={18} />} onClick={() => void remove()}>
            {t('apps.remove')}
          </Button>
        </Group>
        <FormEnd
          problem={problem}
          onCancel={onClose}
          loading={isBusy}
          disabled={typeof audience !== 'string' && audience.length === 0}
          onClick={() => void save()}
        >
          {t('action.save')}
        </FormEnd>
      </Stack>
    </Modal>
  );
}
