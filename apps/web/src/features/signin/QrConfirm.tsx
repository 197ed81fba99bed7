import { Alert, Button, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#sync/language.ts';
import { confirmSignIn, whoAmI } from './qr.actions.ts';
import classes from './SignInScreen.module.css';

/** Confirms, on the signed-in device, that the device that shows the code signs in. */
export function QrConfirm({ code }: { code: string }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  useEffect(() => {
    void whoAmI().then((answer) => ('name' in answer ? setName(answer.name) : setProblem(answer.words)));
  }, []);
  const confirm = async () => {
    setState('busy');
    const words = await confirmSignIn(code);
    setProblem(words);
    setState(words ? 'asking' : 'done');
  };
  const leave = () => void navigate('/manage/dashboard', { replace: true });
  if (!name && !problem) return <Loader m="auto" role="status" aria-label={t('state.loading')} />;
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder>
        <Stack gap="md">
          <Title order={1}>{t('qr.title')}</Title>
          {state === 'done' ? <Text role="status">{t('qr.done')}</Text> : name && <Text>{t('qr.ask', { name })}</Text>}
          {problem && (
            <Alert role="alert" color="red" variant="light">
              {problem}
            </Alert>
          )}
          {state !== 'done' && name && (
            <Button size="md" loading={state === 'busy'} onClick={() => void confirm()}>
              {t('qr.confirm')}
            </Button>
          )}
          <Button size="md" variant="default" onClick={leave}>
            {t(state === 'done' ? 'qr.open' : 'action.cancel')}
          </Button>
        </Stack>
      </Paper>
    </main>
  );
}
