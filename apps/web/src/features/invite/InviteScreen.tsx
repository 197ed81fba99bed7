import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { InAppGuide } from '#entities/footer/InAppGuide.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { isRefusal, wordsOf } from '#sync/words.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { showProblem } from '#ui/overlays/problem.ts';
import classes from './InviteScreen.module.css';
import { inviteInfo, joinByInvite } from './invite.actions.ts';

/** The target of an invite link: the project, and a button to join. */
export function InviteScreen() {
  const { inviteId } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const code = inviteId ?? search.get('code') ?? '';
  const [isClosed, setClosed] = useState(false);
  const { data: info, problem } = useRequest(
    () =>
      inviteInfo(code).catch((error: unknown) => {
        setClosed(isRefusal(error, 'invite.closed'));
        throw error;
      }),
    code,
  );
  const [isBusy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    try {
      const joined = await joinByInvite(code);
      void navigate(`/manage/project/${joined.project.id}`);
    } catch (error) {
      showProblem(wordsOf(error));
    }
    setBusy(false);
  };
  if (problem)
    return (
      <EmptyState
        drawing="lost"
        text={problem}
        action={{ label: t('nav.dashboard'), run: () => void navigate('/manage/dashboard') }}
      >
        {!isClosed && (
          <Text size="sm" c="dimmed" ta="center" maw={340}>
            {t('invite.ask_new')}
          </Text>
        )}
      </EmptyState>
    );
  if (!info) return <Loader m="auto" />;
  const { project } = info;
  return (
    <div className={classes.page}>
      <InAppGuide />
      <Paper className={classes.card} withBorder>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('invite.to')}
          </Text>
          <Title order={1}>{project.name}</Title>
          <Text>{project.desc || t('invite.no_desc')}</Text>
          {info.already ? (
            <Group>
              <Button
                color="green"
                variant="light"
                leftSection={<IconCircleCheck size={18} />}
                onClick={() => void navigate(`/manage/project/${project.id}`)}
              >
                {t('invite.joined')}
              </Button>
              <Button variant="default" onClick={() => void navigate('/manage/dashboard')}>
                {t('action.close')}
              </Button>
            </Group>
          ) : (
            <Group>
              <Button onClick={() => void join()} loading={isBusy} data-autofocus>
                {t('invite.join')}
              </Button>
              <Button variant="default" onClick={() => void navigate('/manage/dashboard')}>
                {t('action.cancel')}
              </Button>
            </Group>
          )}
        </Stack>
      </Paper>
    </div>
  );
}
