import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { VoteMsg } from '@atrium/contract/chat/messages.ts';
import { Button, Checkbox, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import classes from './PollBody.module.css';
import { castVote, endVote, repeatVote } from './poll.actions.ts';
import { forgetChoice, percentOf, storeChoice, storedChoice } from './polls.ts';

const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const percents = lazyValue(() => new Intl.NumberFormat(locale, { style: 'percent', ...DECIMALS }));

/** A poll: people who have not voted choose, the others see the result. */
export function VoteBody({ message }: { message: ClientMessage }) {
  const me = useMe();
  const vote = message.msg as unknown as VoteMsg;
  const hasVoted = vote.votes.some((cast) => cast.userid === me);
  const isOpen = vote.state === 1;
  return (
    <Stack gap="sm" className={classes.box}>
      <Group gap={6}>
        <span className={classes.tag}>{t(vote.multiple ? 'vote.multiple' : 'vote.single')}</span>
        <span className={classes.tag}>{t(vote.anonymous ? 'vote.anonymous' : 'vote.named')}</span>
        {!isOpen && <span className={classes.tag}>{t('vote.ended')}</span>}
      </Group>
      <Text fw={600} className={classes.topic}>
        {vote.text}
      </Text>
      {isOpen && !hasVoted ? <Choice vote={vote} /> : <Result vote={vote} />}
      {isOpen && vote.userid === me && <OwnerActions vote={vote} />}
    </Stack>
  );
}

function Choice({ vote }: { vote: VoteMsg }) {
  const [chosen, setChosen] = useState<readonly string[]>(() => storedChoice(vote));
  const choose = (next: readonly string[]) => {
    setChosen(next);
    storeChoice(vote.uuid, next);
  };
  const submit = () => {
    castVote(vote.uuid, chosen.map(Number));
    forgetChoice(vote.uuid);
  };
  return (
    <>
      {vote.multiple ? (
        <Checkbox.Group value={[...chosen]} onChange={choose} aria-label={vote.text}>
          <Stack gap="xs">
            {vote.list.map((option) => (
              <Checkbox key={option.id} value={String(option.id)} label={option.text} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <Radio.Group value={chosen[0] ?? ''} onChange={(value) => choose([value])} aria-label={vote.text}>
          <Stack gap="xs">
            {vote.list.map((option) => (
              <Radio key={option.id} value={String(option.id)} label={option.text} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Button size="compact-md" disabled={chosen.length === 0} onClick={submit}>
        {t('vote.submit')}
      </Button>
    </>
  );
}

function Result({ vote }: { vote: VoteMsg }) {
  const me = useMe();
  const voters = vote.votes.length;
  const mine = vote.votes.find((cast) => cast.userid === me)?.votes ?? [];
  return (
    <Stack gap="xs">
      {vote.list.map((option) => {
        const by = vote.votes.filter((cast) => cast.votes.includes(option.id));
        const percent = Number(percentOf(by.length, voters));
        const words = percents().format(percent / 100);
        return (
          <div key={option.id} data-option={option.id}>
            <div className={classes.option}>
              <span data-mine={mine.includes(option.id) || undefined}>{option.text}</span>
              <span className={classes.count}>
                {t('vote.count', { count: by.length })} · {words}
              </span>
            </div>
            <Progress value={percent} size="sm" aria-label={`${option.text} ${words}`} />
            {!vote.anonymous && by.length > 0 && <Voters userids={by.map((cast) => cast.userid)} />}
          </div>
        );
      })}
      <Text size="xs" c="dimmed">
        {t('vote.voters', { count: voters })}
      </Text>
    </Stack>
  );
}

const FACES = 12;
function Voters({ userids }: { userids: readonly number[] }) {
  const users = useUsers(userids.slice(0, FACES));
  const more = userids.length - users.length;
  return (
    <div className={classes.avatars}>
      {users.map((user, index) => (
        <UserAvatar key={userids[index]} user={user} size={20} withName />
      ))}
      {more > 0 && <span>+{more}</span>}
    </div>
  );
}

function OwnerActions({ vote }: { vote: VoteMsg }) {
  const again = async () => {
    const question = {
      title: t('vote.again'),
      text: t('vote.again_ask', { name: vote.text }),
      action: t('vote.again'),
    };
    if (await askFirst(question)) repeatVote(vote.uuid);
  };
  const end = async () => {
    const question = { title: t('vote.end'), text: t('vote.end_ask', { name: vote.text }), action: t('vote.end') };
    if (await askFirst({ ...question, isDangerous: true })) endVote(vote.uuid);
  };
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={() => void again()}>
        {t('vote.again')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void end()}>
        {t('vote.end')}
      </Button>
    </Group>
  );
}
