import { Alert, Anchor, Button, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { readNews } from '#features/settings/settings.actions.ts';
import { CLIENT_VERSION } from '#sync/account.ts';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { isDebugging, setDebugging } from '#ui/debugMode.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';

interface News {
  logVersion: string;
  updateLog: string;
}

/** The versions of client and server, and the release notes. */
export function VersionSettings() {
  const { data: news, problem, again } = useRequest<News>(readNews);
  // The page needs a sign-in, so its address has the same key as files.
  const docs = useFileAddress('/docs');
  const [isShowing, setShowing] = useState(isDebugging);
  return (
    <div className={classes.form}>
      <FormRow label={t('version.client')}>{(id) => <output id={id}>{CLIENT_VERSION}</output>}</FormRow>
      {news && <FormRow label={t('version.server')}>{(id) => <output id={id}>{news.logVersion}</output>}</FormRow>}
      {docs && (
        <Anchor href={docs} target="_blank" rel="noopener">
          {t('version.docs')}
        </Anchor>
      )}
      <Switch
        label={t('debug.show')}
        description={t('debug.hint')}
        checked={isShowing}
        onChange={(event) => {
          setDebugging(event.currentTarget.checked);
          setShowing(event.currentTarget.checked);
        }}
      />
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}{' '}
          <Button size="compact-sm" variant="subtle" onClick={again}>
            {t('action.retry')}
          </Button>
        </Alert>
      )}
      {!news && !problem && <LoadingPlaceholder label={t('state.loading')} />}
      {news && (
        <section aria-label={t('version.news')}>
          {news.updateLog ? (
            <MessageText text={news.updateLog} isMarkdown />
          ) : (
            <Text c="dimmed">{t('version.no_news')}</Text>
          )}
        </section>
      )}
    </div>
  );
}
