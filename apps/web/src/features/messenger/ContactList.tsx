import { Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { VList } from 'virtua';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Assistants } from './Assistants.tsx';
import classes from './ContactList.module.css';
import { contactPage } from './messenger.actions.ts';

const DEBOUNCE_MS = 300;

type Contacts = Awaited<ReturnType<typeof contactPage>>;

/** Everybody in the workspace by letter, with headings, loaded while scrolling. */
export function ContactList({ onOpen }: { onOpen: (userid: number) => void }) {
  const [key, setKey] = useState('');
  const [page, setPage] = useState(1);
  const { data, problem, again } = useRequest<Contacts, Contacts>(
    () => contactPage(key.trim(), page),
    `${page} ${key}`,
    {
      delayMs: page === 1 && key ? DEBOUNCE_MS : 0,
      into: (before, { people, total }) => ({
        total,
        people: page === 1 ? people : [...(before?.people ?? []), ...people],
      }),
    },
  );
  const { people, total } = data ?? { people: [], total: -1 };

  const search = (value: string) => {
    setKey(value);
    setPage(1);
  };
  const isMore = people.length < total;
  return (
    <>
      <div className={classes.search}>
        <TextInput
          aria-label={t('contacts.search')}
          placeholder={t('contacts.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={key}
          onChange={(event) => search(event.currentTarget.value)}
        />
      </div>
      {key === '' && <Assistants onOpen={onOpen} />}
      <div className={classes.list}>
        {problem && <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />}
        {!problem && total < 0 && <Loader size="sm" m="lg" />}
        {!problem && total === 0 && <EmptyState drawing="people" text={t('contacts.none')} />}
        {!problem && people.length > 0 && (
          <VList itemSize={48} onScrollEnd={() => isMore && setPage(page + 1)}>
            {people.map((user, index) => (
              <div key={user.userid}>
                {user.az !== people[index - 1]?.az && <div className={classes.letter}>{user.az}</div>}
                <UnstyledButton className={classes.row} onClick={() => onOpen(user.userid)}>
                  <UserAvatar user={user} size={32} withPresence />
                  <span className="truncate">{user.nickname}</span>
                  {user.profession && (
                    <Text size="xs" c="dimmed" truncate ml="auto">
                      {user.profession}
                    </Text>
                  )}
                </UnstyledButton>
              </div>
            ))}
            <Text size="xs" c="dimmed" ta="center" py="sm">
              {t('contacts.count', { count: total })}
            </Text>
          </VList>
        )}
      </div>
    </>
  );
}
