import { ANALYSIS_FOCUS, type ReportDetail } from '@atrium/contract/workspace/reports.ts';
import { Alert, Button, Group, TextInput, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { fullTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import classes from './Reports.module.css';
import { analyze } from './reports.actions.ts';

/** An assistant's analysis of a report, for this reader alone. */
export function Analysis({ report }: { report: ReportDetail }) {
  const [analysis, setAnalysis] = useState(report.ai_analysis);
  const [focus, setFocus] = useState(report.ai_analysis?.focus ?? '');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const mayAsk = canAsk();
  if (!mayAsk && !analysis) return null;
  const run = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      setAnalysis(await analyze(report, focus.trim()));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <section className={classes.analysis} aria-label={t('ai.analysis')} aria-busy={isBusy}>
      <Title order={3} size="h5">
        {t('ai.analysis')}
      </Title>
      {analysis && (
        <div aria-live="polite">
          <MessageText text={analysis.text} isMarkdown />
          <p className={classes.when}>
            {[analysis.model, fullTime(analysis.updated_at), t('ai.analysis_private')].filter(Boolean).join(' · ')}
          </p>
        </div>
      )}
      {mayAsk && (
        <form onSubmit={(event) => void run(event)}>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex={1}
              miw={200}
              label={t('ai.analysis_focus')}
              maxLength={ANALYSIS_FOCUS}
              value={focus}
              onChange={(event) => setFocus(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="light"
              leftSection={<IconSparkles size={16} stroke={1.75} />}
              loading={isBusy}
            >
              {t(analysis ? 'ai.analysis_again' : 'ai.analysis_run')}
            </Button>
          </Group>
        </form>
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
    </section>
  );
}
