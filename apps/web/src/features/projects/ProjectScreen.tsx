import { projectList } from '@atrium/client/store/select.ts';
import { Button, Loader } from '@mantine/core';
import { IconDots, IconEye, IconMessageCircle, IconPlus, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DialogPane } from '#entities/dialog/DialogPane.tsx';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { notifyRemoved } from '#entities/project/projectRemoved.ts';
import { newTask } from '#entities/task/newTask.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { CommandItems } from '#ui/keys/CommandItems.tsx';
import { useCommands } from '#ui/keys/commands.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { ProjectMembers } from './members/ProjectMembers.tsx';
import { ProjectCards } from './overview/ProjectCards.tsx';
import classes from './ProjectScreen.module.css';
import { ProjectViews } from './ProjectViews.tsx';
import { closeProject, openProject } from './project.actions.ts';
import { askAndDo, commandsOf, mayInvite, type Panel } from './projectCommands.ts';
import { ProjectPanel } from './projectParts.ts';
import { useProjectChat } from './useProjectView.ts';

interface Props {
  onTask: (taskId: number) => void;
  onPerson: (userid: number) => void;
  onNewProject: () => void;
}

/** A project's board with its conversation beside it; without an id, the list of projects. */
export function ProjectScreen(props: Props) {
  const { projectId } = useParams();
  const id = Number(projectId);
  return Number.isInteger(id) && id > 0 ? (
    <OneProject key={id} id={id} {...props} />
  ) : (
    <ProjectCards onNewProject={props.onNewProject} />
  );
}

function OneProject({ id, onTask, onPerson }: Props & { id: number }) {
  const navigate = useNavigate();
  const modal = useDialogModal();
  const isPhone = useIsPhone();
  const state = useClientState();
  const project = useRow('project', id);
  const dialog = useRow('dialog', project?.dialog_id ?? 0);
  const next = useSelect(['project'], (store) => projectList(store).find((other) => other.id !== id)?.id ?? 0, [id]);
  const [isLoaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState('');
  const [isChatOpen, setChatOpen] = useProjectChat(id);
  const [panel, setPanel] = useState<Panel>(null);
  const [lastName, setLastName] = useState('');
  const [wasReader, setWasReader] = useState(false);

  // The number of attempts to load; another one loads again.
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    openProject(id).then(
      () => {
        setLoaded(true);
        setProblem('');
      },
      (error: unknown) => {
        setLoaded(true);
        setProblem(wordsOf(error));
      },
    );
    return () => closeProject(id);
  }, [id, attempt]);
  const tryAgain = () => setAttempt((count) => count + 1);
  // A project that could not be loaded without a network is loaded once it is back.
  useEffect(() => {
    if (state === 'ready' && problem) setAttempt((count) => count + 1);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the connection is back, not at each failure
  }, [state]);
  if (project && project.name !== lastName) setLastName(project.name);
  if (project && (project.department_readonly ?? false) !== wasReader) setWasReader(!wasReader);
  // Opens the next project, with a notice if another person archived or deleted this one.
  useEffect(() => {
    if (!lastName || project) return;
    void notifyRemoved(id, lastName, wasReader);
    void navigate(next ? `/manage/project/${next}` : '/manage/dashboard', { replace: true });
  }, [id, lastName, wasReader, project, next, navigate]);

  const toggleChat = () => (isPhone ? modal.open(project?.dialog_id ?? 0) : setChatOpen(!isChatOpen));
  const isReadOnly = project?.department_readonly ?? false;
  const commands = project
    ? commandsOf(project, { show: setPanel, toggleChat, ask: (kind) => void askAndDo(project, kind) })
    : [];
  useCommands(commands);
  usePageTitle(project?.name ?? '');

  if (!project) {
    if (problem || (state === 'ready' && isLoaded))
      return (
        <EmptyState
          drawing="lost"
          text={problem || t('error.project.gone')}
          action={{ label: t('nav.dashboard'), run: () => void navigate('/manage/dashboard') }}
        />
      );
    return <LoadingPlaceholder label={t('state.loading')} />;
  }
  const unread = dialog?.unread ?? 0;
  return (
    <div className={classes.page}>
      <ScreenHeader
        title={project.name}
        left={!isLoaded && <Loader size="xs" />}
        {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/project') } })}
      >
        {!isPhone && <ProjectMembers project={project} onClick={() => setPanel('members')} />}
        {mayInvite(project) && !isPhone && (
          <Button
            size="compact-md"
            variant="light"
            leftSection={<IconUserPlus size={16} />}
            onClick={() => setPanel('invite')}
          >
            {t('project.invite')}
          </Button>
        )}
        {!isReadOnly && (
          <>
            <Tooltip label={t('task.new')}>
              <IconButton size={34} aria-label={t('task.new')} onClick={() => newTask({ projectId: id })}>
                <IconPlus size={20} stroke={1.75} />
              </IconButton>
            </Tooltip>
            <Tooltip label={t('project.chat')}>
              <IconButton
                size={34}
                aria-label={unread > 0 ? t('project.chat_unread', { count: unread }) : t('project.chat')}
                aria-pressed={isChatOpen}
                onClick={toggleChat}
              >
                <IconMessageCircle size={20} stroke={1.75} />
                {unread > 0 && <span className={classes.dot}>{unread > 99 ? '99+' : unread}</span>}
              </IconButton>
            </Tooltip>
          </>
        )}
        <DropdownMenu
          position="bottom-end"
          button={
            <IconButton size={34} aria-label={t('action.more')}>
              <IconDots size={20} stroke={1.75} />
            </IconButton>
          }
        >
          <CommandItems commands={commands.filter((command) => command.id !== 'project-chat')} />
        </DropdownMenu>
      </ScreenHeader>
      {isReadOnly && (
        <p className={classes.readOnly} role="note">
          <IconEye size={16} stroke={1.75} aria-hidden="true" />
          {t('project.head_note')}
        </p>
      )}
      <div className={classes.body}>
        <ProjectViews project={project} isLoaded={isLoaded} problem={problem} onAgain={tryAgain} onTask={onTask} />
        {isChatOpen && dialog && !isPhone && (
          <aside className={classes.chat} aria-label={t('project.chat')}>
            <DialogPane dialog={dialog} onPerson={onPerson} />
          </aside>
        )}
      </div>
      {panel && (
        <Suspense>
          <ProjectPanel
            panel={panel}
            project={project}
            onTask={onTask}
            onPerson={onPerson}
            onClose={() => setPanel(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
