import { Anchor, Button, CloseButton, Progress, Text, TextInput, Title } from '@mantine/core';
import { IconChevronRight, IconCircle, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { Problem } from '#entities/form/Problem.tsx';
import { mayAddProjects } from '#entities/project/mayAddProjects.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { SampleContent } from '#entities/workspace/samples/SampleContent.tsx';
import { hideStart, isSetupOpen, isStartHidden } from '#entities/workspace/setupProgress.ts';
import { amAdmin, workspace } from '#sync/account.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useAccount, useClientState } from '#sync/store/useClient.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import classes from './GettingStarted.module.css';
import {
  isNewHere,
  lastWorkspaceState,
  nameWorkspace,
  readWorkspaceState,
  SMALL,
  type WorkspaceState,
} from './start.actions.ts';

const STEPS = ['name', 'picture', 'people', 'project', 'notifications', 'hello'] as const;
const OF_WORKSPACE: readonly Step[] = ['name', 'people'];
/** Settings of the server that other people depend on. Each is tested when the card is drawn, and again on a click. */
const OF_SERVER = ['address', 'mail', 'backup', 'registration', 'push', 'meetings'] as const;
type ServerStep = (typeof OF_SERVER)[number];
type Step = (typeof STEPS)[number] | ServerStep;
const PATHS: Partial<Record<Step, string>> = {
  picture: '/manage/setting/personal',
  people: '/manage/setting/team?invite=1',
  notifications: '/manage/setting/notification',
  hello: '/manage/messenger',
  address: '/manage/setting/status',
  mail: '/manage/setting/system?tab=mail',
  backup: '/manage/setting/backup',
  registration: '/manage/setting/system?tab=rules',
  push: '/manage/setting/system?tab=push',
  meetings: '/manage/setting/system?tab=meeting',
};
const DEFAULT_NAME = 'Atrium';
/** The state before the first answer on this device: rows of the same height. */
const unknownState = (): WorkspaceState => ({
  people: 1,
  hasInvited: false,
  checks: OF_SERVER.map((name) => ({ name, state: name === 'meetings' ? 'ok' : 'warn', text: t('state.loading') })),
});

/** The first steps of a new person, and of a workspace that begins, until they are done or hidden. */
export function GettingStarted({ onNewProject }: { onNewProject: () => void }) {
  useAccount();
  const isGone = isStartHidden();
  const { data, problem, again } = useRequest(readWorkspaceState);
  const [last] = useState(lastWorkspaceState);
  const [isNew] = useState(() => isNewHere(nowDate().getTime()));
  const isLarge = useSelect(['user'], (store) => store.all('user').filter(({ bot }) => !bot).length > SMALL, []);
  // The card has its place from the first paint on. Without one it comes with the next visit: it would push down what
  // is being read.
  const before = last ?? (amAdmin() && isNew && !isLarge ? unknownState() : null);
  const state = before === null || !data ? before : data.state;
  const done = useCompletedSteps(state !== null && (state.hasInvited || state.people > 1));
  if (isGone) return null;
  const isOfWorkspace = state !== null;
  if (!isOfWorkspace && !isNew) return null;
  // Open ports at the server do not show that anyone gets through to them: nothing to tick.
  const isUnproven = (step: Step) => step === 'meetings' && checkOf(state, step)?.state === 'ok';
  const isDone = (step: Step) => done.has(step) || (checkOf(state, step)?.state === 'ok' && !isUnproven(step));
  const own: readonly Step[] = STEPS.filter(
    (step) => (isOfWorkspace || !OF_WORKSPACE.includes(step)) && (step !== 'project' || mayAddProjects()),
  );
  const ofServer: readonly Step[] = OF_SERVER.filter((step) => checkOf(state, step));
  const steps = [...own, ...ofServer];
  const counted = steps.filter((step) => !isUnproven(step));
  const count = counted.filter(isDone).length;
  if (count === counted.length) return null;
  const next = counted.find((step) => !isDone(step));
  const row = (step: Step) => (
    <li key={step} data-done={isDone(step) || undefined} data-next={step === next || undefined}>
      <StepRow
        step={step}
        isDone={isDone(step)}
        isNote={isUnproven(step)}
        found={
          isUnproven(step) && data
            ? `${checkOf(state, step)?.text} ${t('start.meetings_unproven')}`
            : checkOf(state, step)?.text
        }
        onNewProject={onNewProject}
      />
    </li>
  );
  return (
    <section className={classes.card} aria-label={t('start.title')}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          {t(isOfWorkspace ? 'start.title_workspace' : 'start.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('start.count', { done: count, number: counted.length })}
        </Text>
        {isSetupOpen() && !done.has('people') && (
          <Anchor component={Link} to="/manage/setup" size="sm" fw={500}>
            {t('start.continue')}
          </Anchor>
        )}
        <CloseButton ml="auto" aria-label={t('start.hide')} title={t('start.hide')} onClick={hideStart} />
      </div>
      <Progress value={(100 * count) / counted.length} size="sm" aria-label={t('start.title')} />
      <ol className={classes.steps}>{own.map(row)}</ol>
      {isOfWorkspace && <SampleContent isQuiet />}
      {ofServer.length > 0 && (
        <>
          <div className={classes.part}>
            <Title order={3} size="h6">
              {t('start.server')}
            </Title>
            <Button variant="subtle" size="compact-sm" onClick={again}>
              {t('start.check')}
            </Button>
          </div>
          <Problem words={problem} />
          <ol className={classes.steps} aria-live="polite">
            {ofServer.map(row)}
          </ol>
        </>
      )}
    </section>
  );
}

const checkOf = (state: WorkspaceState | null, step: Step) => state?.checks.find(({ name }) => name === step);

/** The steps that are done, as far as this device knows. */
function useCompletedSteps(hasTeam: boolean): ReadonlySet<Step> {
  const me = useMe();
  const user = useUser(me);
  // Settings come with the first load.
  useClientState();
  const hasProject = useSelect(['project'], (store) => store.all('project').some((each) => each.personal !== 1), []);
  const hasTask = useSelect(['task'], (store) => store.all('task').length > 0, []);
  const hasTalked = useSelect(
    ['dialog'],
    (store) => store.all('dialog').some(({ last_msg, bot }) => bot === 0 && last_msg?.userid === me),
    [me],
  );
  const name = workspace()?.system_alias ?? DEFAULT_NAME;
  const facts: Record<string, boolean> = {
    name: name !== DEFAULT_NAME && name !== '',
    picture: user?.userimg.includes('/picture/') ?? false,
    people: hasTeam,
    project: hasProject || hasTask,
    notifications: typeof Notification !== 'undefined' && Notification.permission === 'granted',
    hello: hasTalked,
  };
  return new Set(STEPS.filter((step) => facts[step]));
}

interface RowProps {
  step: Step;
  isDone: boolean;
  /** True if it is only information: it cannot be done and does not count. */
  isNote: boolean;
  /** The result of a test of the server, in the reader's language. */
  found: string | undefined;
  onNewProject: () => void;
}
function StepRow({ step, isDone, isNote, found, onNewProject }: RowProps) {
  const [isNaming, setNaming] = useState(false);
  const words = (
    <>
      {isDone ? (
        <IconCircleCheckFilled size={20} className={classes.tick} aria-label={t('start.done')} />
      ) : isNote ? (
        <IconInfoCircle size={20} stroke={1.5} className={classes.open} aria-hidden />
      ) : (
        <IconCircle size={20} stroke={1.5} className={classes.open} aria-hidden />
      )}
      <span className={classes.words}>
        <span>{t(`start.${step}`)}</span>
        {found ? (
          <small data-server>{found}</small>
        ) : (
          !isDone && <small>{t(`start.${step as (typeof STEPS)[number]}_why`)}</small>
        )}
      </span>
      {!isDone && <IconChevronRight size={16} stroke={1.75} aria-hidden />}
    </>
  );
  const path = PATHS[step];
  if (isDone) return <div className={classes.row}>{words}</div>;
  if (isNaming) return <NameForm onDone={() => setNaming(false)} />;
  if (path) {
    return (
      <Link className={classes.row ?? ''} to={path}>
        {words}
      </Link>
    );
  }
  return (
    <button type="button" className={classes.row} onClick={step === 'name' ? () => setNaming(true) : onNewProject}>
      {words}
    </button>
  );
}

function NameForm({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    nameWorkspace(name.trim()).then(onDone, (error: unknown) => setProblem(wordsOf(error)));
  };
  return (
    <form className={classes.form} onSubmit={save}>
      <TextInput
        autoFocus
        aria-label={t('system.system_alias')}
        placeholder={t('start.name_example')}
        maxLength={50}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <Button type="submit" disabled={!name.trim()}>
        {t('action.save')}
      </Button>
    </form>
  );
}
