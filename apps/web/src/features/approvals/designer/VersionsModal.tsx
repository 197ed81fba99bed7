import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './Designer.module.css';
import { fetchVersion, readVersions } from './designer.actions.ts';

interface Props {
  id: number;
  current: number;
  onClose: () => void;
  onRestore: (content: ApprovalContent, version: number) => void;
}

/** The published versions; an older one can become the draft. */
export function VersionsModal({ id, current, onClose, onRestore }: Props) {
  const { data, problem } = useRequest(() => readVersions(id), id);
  const [busy, setBusy] = useState(0);
  const restore = async (version: number) => {
    setBusy(version);
    const found = await fetchVersion(id, version);
    setBusy(0);
    if (found) onRestore(found.content, version);
  };
  return (
    <Modal opened onClose={onClose} title={t('approval.design.versions')} size={480}>
      {!data ? (
        <NotYet problem={problem} />
      ) : data.list.length === 0 ? (
        <Text c="dimmed">{t('approval.design.no_versions')}</Text>
      ) : (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t('approval.design.versions_about')}
          </Text>
          <ul className={classes.versions} aria-label={t('approval.design.versions')}>
            {data.list.map(({ version, published_at, published_by }) => (
              <li key={version}>
                <Group gap="sm" wrap="nowrap" justify="space-between">
                  <div>
                    <Group gap="xs">
                      <strong>{t('approval.design.version', { version })}</strong>
                      {version === current && (
                        <Badge size="sm" variant="light">
                          {t('approval.design.current')}
                        </Badge>
                      )}
                    </Group>
                    <By userid={published_by} at={published_at} />
                  </div>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={busy === version}
                    aria-label={t('approval.design.restore_n', { version })}
                    onClick={() => void restore(version)}
                  >
                    {t('approval.design.restore')}
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Modal>
  );
}

function By({ userid, at }: { userid: number; at: string }) {
  const user = useUser(userid);
  return (
    <Group gap={6} wrap="nowrap">
      <UserAvatar user={user} size={20} />
      <Text size="xs" c="dimmed">
        {user?.nickname} · {fullTime(at)}
      </Text>
    </Group>
  );
}
