import { ActionIcon, Code, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';

/** A secret that is shown once. */
export function SecretLine({ secret }: { secret: string }) {
  if (!secret) return null;
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify(t('action.copied')),
      () => notify(secret),
    );
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <ActionIcon size="lg" aria-label={`${t('action.copy')}: ${t('apps.secret')}`} onClick={() => void copy()}>
          <IconCopy size={18} stroke={1.75} />
        </ActionIcon>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('apps.secret_hint')}
      </Text>
    </div>
  );
}
