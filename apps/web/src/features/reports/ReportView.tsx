import type { ReportDetail } from '@atrium/contract/workspace/reports.ts';
import { ActionIcon, Loader } from '@mantine/core';
import { IconEdit, IconExternalLink, IconEyeOff, IconSend } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { fullTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { wordsOf } from '#sync/words.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { Analysis } from './Analysis.tsx';
import classes from './Reports.module.css';
import { markReports, openReport, shareReport } from './reports.actions.ts';

const ForwardModal = lazyPart(async () => (await import('#entities/message/menu/ForwardModal.tsx')).ForwardModal);

interface Props {
  which: { id: number } | { code: string };
  onPerson: (userid: number) => void;
  onBack?: (() => void) | undefined;
  /** Opens the editor for own reports; absent in a separate window. */
  onEdit?: ((id: number) => void) | undefined;
  onWindow?: ((id: number) => void) | undefined;
  /** Marks the report unread. */
  onUnread?: (() => void) | undefined;
}

/** A complete report. */
export function ReportView({ which, ...on }: Props) {
  const [report, setReport] = useState<ReportDetail | null>(null);
  const [problem, setProblem] = useState('');
  const [tries, setTries] = useState(0);
  const key = JSON.stringify(which);
  const me = useMe();
  const changes = useRevision('reports', 0);
  // The report reloads for its author when receivers read it. For receivers, opening it again would mark it read.
  const news = report?.userid === me ? changes : 0;
  useEffect(() => {
    let isWanted = tries + news >= 0;
    const open = async () => {
      try {
        const next = await openReport(JSON.parse(key) as Props['which']);
        if (isWanted) setReport(next);
      } catch (error) {
        if (isWanted) setProblem(wordsOf(error));
      }
    };
    void open();
    return () => {
      isWanted = false;
    };
  }, [key, tries, news]);
  if (problem) {
    const again = () => {
      setProblem('');
      setTries(tries + 1);
    };
    return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  }
  if (!report) return <Loader size="sm" m="xl" role="status" aria-label={t('state.loading')} />;
  return <Whole report={report} {...on} />;
}

function Whole({
  report,
  onPerson,
  onBack,
  onEdit,
  onWindow,
  onUnread,
}: Omit<Props, 'which'> & { report: ReportDetail }) {
  const [isSharing, setSharing] = useState(false);
  const me = useMe();
  const author = useUser(report.userid);
  const isMine = report.userid === me;
  const isMineToShare = isMine || report.receive_at !== null;
  const tools = [
    ...(isMine && onEdit ? [{ label: t('report.edit'), icon: IconEdit, run: () => onEdit(report.id) }] : []),
    ...(isMineToShare ? [{ label: t('report.share'), icon: IconSend, run: () => setSharing(true) }] : []),
    ...(report.receive_at && onUnread
      ? [
          {
            label: t('report.mark_unread'),
            icon: IconEyeOff,
            run: () => void markReports([report.id], 'unread').then((isDone) => isDone && onUnread()),
          },
        ]
      : []),
    ...(onWindow ? [{ label: t('report.window'), icon: IconExternalLink, run: () => onWindow(report.id) }] : []),
  ];
  return (
    <>
      <ScreenHeader
        title={t(`report.${report.type}`)}
        {...(onBack && { back: { label: t('action.back'), run: onBack } })}
      >
        {tools.map(({ label, icon: Icon, run }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon size="lg" aria-label={label} onClick={run}>
              <Icon size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ))}
      </ScreenHeader>
      <div className={classes.scroll}>
        <article className={classes.report} aria-label={report.title}>
          <h2 className={classes.title}>{report.title}</h2>
          <div className={classes.by}>
            <button type="button" className={classes.author} onClick={() => onPerson(report.userid)}>
              <UserAvatar user={author} size={32} withPresence />
              <span>{author?.nickname ?? report.user.nickname}</span>
            </button>
            <time className={classes.when}>{fullTime(report.created_at)}</time>
          </div>
          <Readers report={report} />
          <div className={classes.content}>
            <MessageText text={report.content} isMarkdown={false} />
          </div>
          {isMineToShare && <Analysis key={report.id} report={report} />}
        </article>
      </div>
      {isSharing && (
        <Suspense>
          <ForwardModal
            title={t('report.share')}
            confirmTitle={t('report.share_confirm')}
            preview={`%${report.title}`}
            hasSource={false}
            onClose={() => setSharing(false)}
            onSend={(forwarding) => shareReport(report.id, forwarding)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The receivers of a report; those who have not opened it are paler. */
function Readers({ report }: { report: ReportDetail }) {
  const people = useUsers(report.receives);
  const readAt = new Map(report.receives_user.map((each) => [each.userid, each.read_at]));
  if (report.receives.length === 0) return <p className={classes.when}>{t('report.nobody')}</p>;
  return (
    <ul className={classes.readers} aria-label={t('report.to')}>
      {report.receives_user.map((each, index) => {
        const at = readAt.get(each.userid);
        const words = at ? t('report.read_at', { time: fullTime(at) }) : t('report.unread');
        return (
          <li key={each.userid} className={classes.receiver} data-unread={!at || undefined} title={words}>
            <UserAvatar user={people[index]} size={20} />
            <span className="truncate">{people[index]?.nickname ?? each.nickname}</span>
            <span className="visually-hidden">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
