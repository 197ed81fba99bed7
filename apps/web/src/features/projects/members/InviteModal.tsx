import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { inviteLink } from '#features/projects/project.actions.ts';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

/**
 * The project's invite link with its use count, and buttons to copy and to replace it. It is copied only on request,
 * because the person may need what is on the clipboard.
 */
export function InviteModal({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const [link, setLink] = useState<{ url: string; num: number } | null>(null);
  useEffect(() => {
    void inviteLink(projectId).then((answer) => (answer ? setLink(answer) : onClose()));
  }, [projectId, onClose]);
  const { copied, copy } = useClipboard();
  const url = link ? here(link.url) : '';
  const refresh = async () => {
    const isSure = await askFirst({
      title: t('invite.refresh'),
      text: t('invite.refresh_ask'),
      action: t('invite.refresh'),
      isDangerous: true,
    });
    const answer = isSure ? await inviteLink(projectId, true) : undefined;
    if (answer) setLink(answer);
  };
  return (
    <Modal opened onClose={onClose} title={t('project.invite')} size={520}>
      {link ? (
        <Stack gap="md">
          <Text c="dimmed" size="sm">
            {t('invite.text')}
          </Text>
          <Group wrap="nowrap" align="end">
            <TextInput
              aria-label={t('invite.link')}
              value={url}
              readOnly
              flex={1}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              data-autofocus
              onClick={() => copy(url)}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {t(copied ? 'action.copied' : 'action.copy')}
            </Button>
          </Group>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('invite.used', { count: link.num })}
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              color="gray"
              leftSection={<IconRefresh size={16} />}
              onClick={() => void refresh()}
            >
              {t('invite.refresh')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Loader size="sm" />
      )}
    </Modal>
  );
}

/** The link gets the address of this page, by which people reach the server. */
const here = (url: string) => location.origin + new URL(url).pathname;
