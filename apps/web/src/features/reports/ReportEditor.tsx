import { REPORT_TITLE, type ReportKind } from '@atrium/contract/workspace/reports.ts';
import { ActionIcon, Button, Loader, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconSparkles } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { canAsk, wordReport } from '#entities/assistant/writing.actions.ts';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { wordsOf } from '#sync/words.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { firstDay, periodWords } from './periodWords.ts';
import { Receivers } from './Receivers.tsx';
import { ReportField } from './ReportField.tsx';
import classes from './Reports.module.css';
import { beginReport, changeReport, type ReportForm, sendReport } from './reports.actions.ts';

interface Props {
  /** A new report of this kind, or an existing one. */
  of: ReportKind | number;
  onBack: () => void;
  onDone: (id: number) => void;
}

/** Edits a report. Each day's and week's text is stored here until it is sent. */
export function ReportEditor({ of, ...on }: Props) {
  const [offset, setOffset] = useState(0);
  const name = typeof of === 'number' ? `report.${of}` : `report.${of}.${firstDay(of, offset)}`;
  return <Editor key={name} name={name} of={of} offset={offset} onOffset={setOffset} {...on} />;
}

interface EditorProps extends Props {
  /** The key under which the draft is stored. */
  name: string;
  /** The number of days or weeks back. */
  offset: number;
  onOffset: (offset: number) => void;
}
function Editor({ name, of, offset, onOffset, onBack, onDone }: EditorProps) {
  const [kept, setKept, done] = useStoredInput<ReportForm | null>(name, null);
  const [proposed, setProposed] = useState<ReportForm | null>(null);
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const [isWording, setWording] = useState(false);
  const [worded, setWorded] = useState(0);
  const [tries, setTries] = useState(0);
  const isSent = useRef(false);
  const form = kept ?? proposed;
  const isAsking = form === null;
  useEffect(() => {
    if (!isAsking) return;
    let isWanted = tries >= 0;
    const begin = async () => {
      try {
        const next = await (typeof of === 'number' ? changeReport(of) : beginReport(of, offset));
        if (isWanted) setProposed(next);
      } catch (error) {
        if (isWanted) setProblem(wordsOf(error));
      }
    };
    void begin();
    return () => {
      isWanted = false;
    };
  }, [of, offset, isAsking, tries]);

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!form || isSending) return;
    setSending(true);
    setProblem('');
    try {
      const id = await sendReport(form);
      isSent.current = true;
      done();
      onDone(id);
    } catch (error) {
      setProblem(wordsOf(error));
      setSending(false);
    }
  };
  const word = async (now: ReportForm) => {
    setWording(true);
    setProblem('');
    try {
      const content = await wordReport(now.content);
      // Nothing is stored after the report was sent: its draft must not return as that of another report.
      if (isSent.current) return;
      setKept((latest) => ({ ...(latest ?? now), content }));
      // The field is created again with the new text.
      setWorded((count) => count + 1);
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setWording(false);
  };
  const type = typeof of === 'number' ? form?.type : of;
  return (
    <>
      <ScreenHeader
        title={t(type === 'weekly' ? 'report.weekly' : 'report.daily')}
        back={{ label: t('action.back'), run: onBack }}
      >
        {typeof of !== 'number' && <Period time={form?.time ?? ''} offset={offset} onChange={onOffset} />}
      </ScreenHeader>
      <div className={classes.scroll}>
        {!form && !problem && <Loader size="sm" m="xl" role="status" aria-label={t('state.loading')} />}
        {!form && problem && (
          <EmptyState
            drawing="lost"
            text={problem}
            action={{
              label: t('action.retry'),
              run: () => {
                setProblem('');
                setTries(tries + 1);
              },
            }}
          />
        )}
        {form && (
          <form className={classes.form} onSubmit={(event) => void send(event)}>
            {form.id > 0 && typeof of !== 'number' && (
              <p className={classes.note} role="status">
                {t('report.there')}
              </p>
            )}
            <TextInput
              label={t('report.name')}
              required
              maxLength={REPORT_TITLE}
              value={form.title}
              onChange={(event) => setKept({ ...form, title: event.currentTarget.value })}
            />
            <Receivers userids={form.receive} onChange={(receive) => setKept({ ...form, receive })} />
            {canAsk() && (
              <Button
                size="compact-sm"
                variant="light"
                style={{ alignSelf: 'flex-start' }}
                leftSection={<IconSparkles size={16} stroke={1.75} />}
                loading={isWording}
                onClick={() => void word(form)}
              >
                {t('ai.report')}
              </Button>
            )}
            <ReportField
              key={worded}
              begun={form.content}
              isAwaiting={isWording}
              onChange={(content) => setKept({ ...form, content })}
            />
            <FormEnd problem={problem} loading={isSending} onCancel={onBack}>
              {t(form.id > 0 ? 'action.save' : form.receive.length > 0 ? 'report.send' : 'report.keep')}
            </FormEnd>
          </form>
        )}
      </div>
    </>
  );
}

/** The report's day or week; future ones are not offered. */
function Period({ time, offset, onChange }: { time: string; offset: number; onChange: (offset: number) => void }) {
  return (
    <div className={classes.period}>
      <Tooltip label={t('report.earlier')}>
        <ActionIcon size="lg" aria-label={t('report.earlier')} onClick={() => onChange(offset + 1)}>
          <IconChevronLeft size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <span>{periodWords(time)}</span>
      <Tooltip label={t('report.later')}>
        <ActionIcon
          size="lg"
          aria-label={t('report.later')}
          disabled={offset === 0}
          onClick={() => onChange(offset - 1)}
        >
          <IconChevronRight size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
