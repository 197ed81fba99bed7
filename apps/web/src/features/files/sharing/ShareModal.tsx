import { type DriveFile, type driveShare, MAX_SHARED_WITH } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Button, CloseButton, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { readShares, shareDrive } from '#entities/drive/drive.actions.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import classes from '#features/files/Files.module.css';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { PublicLinks } from './PublicLinks.tsx';

interface GivenPermission {
  userid: number;
  permission: number;
}
type Inherited = OutputOf<typeof driveShare>['inherited'];

/**
 * The access to a file or folder: people, by its own share or that of a folder above, and links. People other than its
 * owner see their links.
 */
export function ShareModal({ file, onClose }: { file: DriveFile; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const isOwn = useMe() === file.userid;
  return (
    <Modal
      opened
      onClose={onClose}
      title={isOwn ? t('drive.share_title', { name: fullName(file) }) : t('drive.public')}
      size="md"
      fullScreen={isNarrow}
    >
      {isOwn ? <OwnShares file={file} /> : <PublicLinks file={file} />}
    </Modal>
  );
}

function OwnShares({ file }: { file: DriveFile }) {
  const [list, setList] = useState<readonly GivenPermission[] | null>(null);
  const [inherited, setInherited] = useState<Inherited>();
  const [problem, setProblem] = useState('');
  const [isPicking, setPicking] = useState(false);
  const [links, setLinks] = useState<number | null>(null);
  useEffect(() => {
    readShares(file.id).then(
      (shares) => {
        setList(shares.list);
        setInherited(shares.inherited);
      },
      (error: unknown) => setProblem(wordsOf(error)),
    );
  }, [file.id]);
  const give = async (userids: readonly number[], permission: number) => {
    const shares = await shareDrive(file.id, userids, permission);
    if (shares) setList(shares.list);
  };
  const given = list?.map(({ userid }) => userid) ?? [];
  return (
    <>
      <Stack gap="md">
        {!inherited && (
          <Group gap="xs">
            <Button
              variant="light"
              leftSection={<IconUserPlus size={16} stroke={1.75} />}
              onClick={() => setPicking(true)}
              disabled={!list}
            >
              {t('drive.share_add')}
            </Button>
            {list && !given.includes(0) && (
              <Button
                variant="default"
                leftSection={<IconUsers size={16} stroke={1.75} />}
                onClick={() => void give([0], 0)}
              >
                {t('drive.share_all')}
              </Button>
            )}
          </Group>
        )}
        {problem && <Text c="red">{problem}</Text>}
        {!list && !problem && <Loader size="sm" role="status" aria-label={t('state.loading')} />}
        {list?.length === 0 && !inherited && links === 0 && <Text c="dimmed">{t('drive.share_none')}</Text>}
        {list && list.length > 0 && (
          <ul className={classes.shares} aria-label={t('drive.shared')}>
            {list.map((each) => (
              <Row key={each.userid} given={each} onGive={(permission) => void give([each.userid], permission)} />
            ))}
          </ul>
        )}
        {inherited && <InheritedShares {...inherited} />}
        <PublicLinks file={file} onCount={setLinks} />
      </Stack>
      {isPicking && (
        <UserPicker
          title={t('drive.share_add')}
          max={MAX_SHARED_WITH}
          disabled={[file.userid, ...given]}
          onClose={() => setPicking(false)}
          onDone={(userids) => {
            setPicking(false);
            if (userids.length > 0) void give(userids, 0);
          }}
        />
      )}
    </>
  );
}

/** People with access because a folder above is shared with them; that is changed at the folder. */
function InheritedShares({ name, list }: NonNullable<Inherited>) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('drive.share_inherited', { name })}
      </Text>
      <ul className={classes.shares} aria-label={t('drive.shared')}>
        {list.map((each) => (
          <Row key={each.userid} given={each} />
        ))}
      </ul>
    </>
  );
}

function Row({ given, onGive }: { given: GivenPermission; onGive?: (permission: number) => void }) {
  const user = useUser(given.userid);
  const name = given.userid === 0 ? t('drive.everybody') : (user?.nickname ?? '');
  return (
    <li className={classes.share}>
      {given.userid === 0 ? <IconUsers size={24} stroke={1.75} aria-hidden /> : <UserAvatar user={user} size={32} />}
      <span className={classes.shareName}>{name}</span>
      {onGive ? (
        <>
          <NativeSelect
            size="xs"
            aria-label={t('drive.share_right', { name })}
            value={String(given.permission)}
            onChange={(event) => onGive(Number(event.currentTarget.value))}
            data={[
              { value: '0', label: t('drive.may_read') },
              { value: '1', label: t('drive.may_write') },
            ]}
          />
          <CloseButton aria-label={t('drive.share_end', { name })} onClick={() => onGive(-1)} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {given.permission > 0 ? t('drive.may_write') : t('drive.may_read')}
        </Text>
      )}
    </li>
  );
}
