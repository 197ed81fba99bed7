import { Alert, Button, List, Loader, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { scopeName } from '#entities/token/scopes.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useAccount } from '#sync/store/useClient.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './AuthorizeScreen.module.css';
import { allow, ask, askingOf } from './authorize.actions.ts';

/** Asks the person whether an application of others may act for them (OAuth). */
export function AuthorizeScreen() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  useAccount();
  const user = me();
  const asking = askingOf(search);
  const { data, problem } = useRequest(() => ask(asking), search.toString());
  const [isReadOnly, setReadOnly] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const leave = (address: string) => {
    setState('sent');
    location.assign(address);
  };
  const faulty = data?.faulty ?? '';
  useEffect(() => {
    if (faulty) location.assign(faulty);
  }, [faulty]);
  if (!data && problem) {
    return (
      <EmptyState
        drawing="lost"
        title={t('authorize.failed')}
        text={problem}
        action={{ label: t('qr.open'), run: () => void navigate('/manage/dashboard', { replace: true }) }}
      />
    );
  }
  if (!data || faulty) return <Loader m="auto" role="status" aria-label={t('state.loading')} />;
  const submit = async () => {
    setState('busy');
    try {
      leave(await allow(asking, isReadOnly));
    } catch (error) {
      setRefusal(wordsOf(error));
      setState('asking');
    }
  };
  const canWrite = data.scopes.some((scope) => scope.endsWith(':write'));
  // Writing includes reading.
  const shown = isReadOnly
    ? [...new Set(data.scopes.map((scope) => scope.replace(/:write$/, ':read')))]
    : data.scopes.filter(
        (scope) => !data.scopes.includes(scope.replace(/:read$/, ':write')) || scope.endsWith(':write'),
      );
  return (
    <div className={classes.page}>
      <Paper className={classes.card} withBorder>
        <Stack gap="md">
          <Title order={1} className={classes.title}>
            {t('authorize.title', { name: data.name })}
          </Title>
          <div>
            {user && <Text>{t('authorize.as', { name: user.nickname })}</Text>}
            <Text className={classes.title}>
              {data.host === 'localhost' ? t('authorize.goes_to_device') : t('authorize.goes_to', { host: data.host })}
            </Text>
          </div>
          <div>
            <Text fw={500}>{t('authorize.scopes')}</Text>
            <List>
              {shown.map((scope) => (
                <List.Item key={scope}>{scopeName(scope)}</List.Item>
              ))}
            </List>
          </div>
          {canWrite && (
            <Switch
              label={t('authorize.only_read')}
              checked={isReadOnly}
              onChange={(event) => setReadOnly(event.currentTarget.checked)}
            />
          )}
          <Text size="sm" c="dimmed">
            {t('authorize.unchecked')} {t('authorize.until')}
          </Text>
          {refusal && (
            <Alert role="alert" color="red" variant="light">
              {refusal}
            </Alert>
          )}
          {state === 'sent' ? (
            <Text role="status">{t('authorize.sent')}</Text>
          ) : (
            <div className={classes.buttons}>
              <Button size="md" variant="default" disabled={state === 'busy'} onClick={() => leave(data.denied)}>
                {t('authorize.deny')}
              </Button>
              <Button size="md" loading={state === 'busy'} onClick={() => void submit()}>
                {t('authorize.allow')}
              </Button>
            </div>
          )}
        </Stack>
      </Paper>
    </div>
  );
}
