import { type DriveFile, LINK_LIVES, type PublicLink } from '@atrium/contract/files/drive.ts';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconCopy, IconLock, IconMessage, IconWorld } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyPublicLink, endPublicLink, readLinks, savePublicLink } from '#entities/drive/drive.actions.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import classes from '#features/files/Files.module.css';
import { shortDay, shortMoment } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { LinkOptions } from './LinkOptions.tsx';

type Life = (typeof LINK_LIVES)[number];

/** Links to a file, or to files in a folder: creator, date, expiry, and a button to turn each off. */
export function PublicLinks({ file, onCount }: { file: DriveFile; onCount?: (count: number) => void }) {
  const me = useMe();
  const [list, setList] = useState<readonly PublicLink[] | null>(null);
  const [hasMore, setMore] = useState(false);
  const [problem, setProblem] = useState('');
  const isFolder = file.type === 'folder';
  useEffect(() => {
    readLinks(file.id).then(
      (found) => {
        setList(found.list);
        setMore(found.has_more);
      },
      (error: unknown) => setProblem(wordsOf(error)),
    );
  }, [file.id]);
  useEffect(() => {
    if (list) onCount?.(list.length);
  }, [list, onCount]);
  const own = list?.find((link) => link.userid === me && link.file_id === file.id && link.audience === 'anyone');
  const forAnyone = list?.filter((link) => link.audience === 'anyone') ?? [];
  const forMembers = list?.filter((link) => link.audience === 'members') ?? [];
  const showMore = () => {
    // The own link comes first, independent of its id.
    const before = list?.findLast((link) => link.id !== own?.id)?.id ?? 0;
    readLinks(file.id, before).then(
      (found) => {
        setProblem('');
        setMore(found.has_more);
        // A second click returns the same links again.
        setList((known) => {
          const ids = new Set(known?.map(({ id }) => id));
          return [...(known ?? []), ...found.list.filter(({ id }) => !ids.has(id))];
        });
      },
      (error: unknown) => setProblem(wordsOf(error)),
    );
  };
  const show = (link: PublicLink) => setList((known) => [link, ...(known ?? []).filter(({ id }) => id !== link.id)]);
  const save = async (expire: Life) => {
    const link = await savePublicLink(file.id, { expire });
    if (link) show(link);
  };
  const end = async (id: number) => {
    if (await endPublicLink(id)) setList((known) => (known ?? []).filter((link) => link.id !== id));
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('drive.public')}>
      <Text fw={500}>{t('drive.public')}</Text>
      {(!isFolder || forAnyone.length > 0) && (
        <Text size="sm" c="dimmed">
          {isFolder ? t('drive.public_folder') : t('drive.public_hint')}
        </Text>
      )}
      {isFolder && list?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('drive.public_none')}
        </Text>
      )}
      {!isFolder && list && !own && (
        <Group gap="xs">
          <Button variant="light" leftSection={<IconWorld size={16} stroke={1.75} />} onClick={() => void save('week')}>
            {t('drive.public_on')}
          </Button>
        </Group>
      )}
      {forAnyone.length > 0 && (
        <ul className={classes.links} aria-label={t('drive.public')}>
          {forAnyone.map((link) => (
            <Row
              key={link.id}
              link={link}
              isNamed={isFolder}
              {...(link.id === own?.id && { onLife: (life: Life) => void save(life), onSaved: show })}
              onEnd={() => void end(link.id)}
            />
          ))}
        </ul>
      )}
      {forMembers.length > 0 && (
        <>
          <Text fw={500}>{t('drive.sent')}</Text>
          <Text size="sm" c="dimmed">
            {t('drive.sent_hint')}
          </Text>
          <ul className={classes.links} aria-label={t('drive.sent')}>
            {forMembers.map((link) => (
              <Row key={link.id} link={link} isNamed={isFolder} onEnd={() => void end(link.id)} />
            ))}
          </ul>
        </>
      )}
      {problem && <Text c="red">{problem}</Text>}
      {hasMore && (
        <Button variant="subtle" onClick={showMore}>
          {t('drive.public_more')}
        </Button>
      )}
    </Stack>
  );
}

interface RowProps {
  link: PublicLink;
  isNamed: boolean;
  onLife?: (life: Life) => void;
  onSaved?: (link: PublicLink) => void;
  onEnd: () => void;
}
function Row({ link, isNamed, onLife, onSaved, onEnd }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const maker = useUser(link.userid)?.nickname ?? '';
  const until = link.expired_at
    ? t('drive.public_until', { time: shortMoment(parseWire(link.expired_at)) })
    : t('drive.public_always');
  const opened =
    link.open_limit > 0
      ? t('drive.link_left', { count: link.opens, limit: link.open_limit })
      : link.num === 0
        ? t('drive.public_unopened')
        : t('drive.public_opened', { count: link.num });
  const facts = [until, opened, ...(link.has_password ? [t('drive.link_locked')] : [])];
  const isPublic = link.audience === 'anyone';
  const Icon = isPublic ? IconWorld : IconMessage;
  return (
    <li className={classes.link}>
      <Icon size={24} stroke={1.75} aria-hidden />
      <div className={classes.linkBody}>
        {isNamed && <Text size="sm">{link.name}</Text>}
        <Text size="sm">{t('drive.public_by', { name: maker, time: shortDay(parseWire(link.created_at)) })}</Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
        <Group gap="xs" mt={6}>
          {onLife && (
            <NativeSelect
              size="xs"
              aria-label={t('drive.public_life')}
              value=""
              onChange={(event) => onLife(event.currentTarget.value as Life)}
              data={[
                { value: '', label: t('drive.public_life'), disabled: true },
                ...LINK_LIVES.map((life) => ({ value: life, label: t(`drive.public_${life}`) })),
              ]}
            />
          )}
          {isPublic && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCopy size={14} stroke={1.75} />}
              onClick={() => void copyPublicLink(link)}
            >
              {t('drive.public_copy')}
            </Button>
          )}
          {onSaved && (
            <Button
              size="xs"
              variant="default"
              aria-expanded={isOpen}
              leftSection={<IconLock size={14} stroke={1.75} />}
              onClick={() => setOpen(!isOpen)}
            >
              {t('drive.link_options')}
            </Button>
          )}
          <Button size="xs" variant="subtle" color="red" onClick={onEnd}>
            {t('drive.public_off')}
          </Button>
        </Group>
        {isOpen && onSaved && (
          <LinkOptions
            link={link}
            onSaved={(saved) => {
              setOpen(false);
              onSaved(saved);
            }}
          />
        )}
      </div>
    </li>
  );
}
