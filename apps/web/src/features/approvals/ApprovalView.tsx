import type { ApprovalDetail, ApprovalEntry } from '@atrium/contract/approvals/request.ts';
import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { IconDots, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import {
  readApproval,
  readForms,
  remindApprovers,
  removeApproval,
  withdraw,
} from '#entities/approval/approval.actions.ts';
import { stateColor, stateWords } from '#entities/approval/approvalWords.ts';
import { useApprovalNews } from '#entities/approval/news.ts';
import { PathList, stepsOf } from '#entities/approval/PathList.tsx';
import { FileList, ValueList } from '#entities/approval/ValueList.tsx';
import { dayWords } from '#entities/date/durationWords.ts';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { ActModal } from './ActModal.tsx';
import classes from './Approvals.module.css';
import { CommentField } from './CommentField.tsx';
import type { Act } from './useActForm.ts';

interface Props {
  id: number;
  onPerson: (userid: number) => void;
  onOpen: (id: number) => void;
  onEdit: () => void;
  onGone: () => void;
  onBack?: () => void;
}

/** A request: its values, its path so far and to come, and the reader's actions. */
export function ApprovalView({ id, onBack, ...on }: Props) {
  const news = useApprovalNews();
  const { data, problem, show } = useRequest(() => readApproval(id), news);
  const back = onBack ? { back: { label: t('action.back'), run: onBack } } : {};
  if (!data) {
    return (
      <>
        <ScreenHeader title={t('approval.title')} {...back} />
        <div className={classes.paper}>
          <NotYet problem={problem} />
        </div>
      </>
    );
  }
  return (
    <>
      <ScreenHeader title={data.proc_def_name} {...back}>
        <Tooltip label={t('approval.print')}>
          <ActionIcon
            size="lg"
            aria-label={t('approval.print')}
            onClick={() => host.openWindow(`/single/approve/${id}?print=yes`)}
          >
            <IconPrinter size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <MoreMenu approval={data} {...on} />
      </ScreenHeader>
      <div className={classes.scroll}>
        <Paper approval={data} onChanged={show} {...on} />
      </div>
      <Acts approval={data} onChanged={show} onEdit={on.onEdit} />
    </>
  );
}

interface PaperProps extends Pick<Props, 'onPerson' | 'onOpen'> {
  approval: ApprovalDetail;
  onChanged: (next: ApprovalDetail) => void;
  /** True to leave out the field for comments, as on paper. */
  isRead?: boolean;
}

export function Paper({ approval, onPerson, onOpen, onChanged, isRead = false }: PaperProps) {
  const author = useUser(approval.start_user_id);
  const { data: forms } = useRequest(readForms);
  const names = { people: approval.people, departments: forms?.departments ?? [] };
  const end = approval.is_finished ? stateWords(approval) : '';
  return (
    <article className={classes.paper} aria-label={approval.title}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {approval.cancels > 0 ? t('approval.cancels', { name: approval.proc_def_name }) : approval.proc_def_name}
        </h2>
        <Badge variant="light" color={stateColor(approval)}>
          {stateWords(approval)}
        </Badge>
      </div>
      <div className={classes.by}>
        <button type="button" className={classes.author} onClick={() => onPerson(approval.start_user_id)}>
          <UserAvatar user={author} size={24} />
          <span>{author?.nickname ?? approval.start_user_name}</span>
        </button>
        {approval.department && <span>{approval.department}</span>}
        <time>{fullTime(approval.start_time)}</time>
        <span>{t('approval.number', { number: approval.id })}</span>
        {approval.days > 0 && <span>{t('approval.takes_days', { days: dayWords(approval.days) })}</span>}
      </div>
      {approval.cancels > 0 && (
        <p className={classes.note}>
          {t('approval.about_cancel')}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => onOpen(approval.cancels)}>
            {t('approval.open_original')}
          </Button>
        </p>
      )}
      {approval.canceled_by > 0 && (
        <p className={classes.note}>
          {t(approval.canceled_at ? 'approval.was_canceled' : 'approval.being_canceled')}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => onOpen(approval.canceled_by)}>
            {t('approval.open_cancel')}
          </Button>
        </p>
      )}
      <section className={classes.section}>
        <ValueList form={approval.form} values={approval.values} files={approval.files} {...names} />
      </section>
      <section className={classes.section}>
        <h3>{t('approval.path')}</h3>
        <PathList
          start={{ userid: approval.start_user_id, note: fullTime(approval.start_time) }}
          steps={stepsOf(approval)}
          end={end}
        />
      </section>
      <section className={classes.section}>
        <h3>{t('approval.history')}</h3>
        <ul className={classes.entries}>
          {approval.entries.map((entry) => (
            <EntryLine key={entry.id} entry={entry} people={approval.people} />
          ))}
        </ul>
        {!isRead && (
          <div className={classes.screenOnly}>
            <CommentField approvalId={approval.id} onChanged={onChanged} />
          </div>
        )}
      </section>
    </article>
  );
}

/** One line of the history, with its comment. */
function EntryLine({ entry, people }: { entry: ApprovalEntry; people: ApprovalDetail['people'] }) {
  // Nobody acts where the rules hand a step to a deputy.
  const user = useUser(entry.userid || (entry.act === 'delegate' ? (entry.userids[1] ?? 0) : 0));
  const nameOf = (userid: number) => people.find((each) => each.userid === userid)?.nickname ?? '';
  const names = entry.userids.map(nameOf).filter(Boolean).join(', ');
  const [from = 0, to = 0] = entry.userids;
  const words =
    entry.act === 'delegate'
      ? t('approval.act_delegate', { name: nameOf(from), deputy: nameOf(to) })
      : t(`approval.act_${entry.act}`, {
          name: entry.userid > 0 ? nameOf(entry.userid) : names,
          names,
          step: entry.step_name,
        });
  return (
    <li className={classes.entry}>
      <UserAvatar user={user} size={24} />
      <div className={classes.entryWords}>
        <div className={classes.entryLine}>{words}</div>
        {entry.comment && <p className={classes.comment}>{entry.comment}</p>}
        {entry.pictures.length > 0 && <FileList files={entry.pictures} label={t('approval.pictures')} />}
        <time className={classes.entryTime}>{fullTime(entry.created_at)}</time>
      </div>
    </li>
  );
}

interface ActsProps extends Pick<Props, 'onEdit'> {
  approval: ApprovalDetail;
  onChanged: (next: ApprovalDetail) => void;
}

/** Actions other than deciding; in a menu on a phone. */
const OTHERS = {
  return: 'approval.return',
  transfer: 'approval.transfer',
  add: 'approval.add_approvers',
} as const;

/** The actions that the reader may take now. */
function Acts({ approval, onChanged, onEdit }: ActsProps) {
  const isNarrow = useIsNarrow();
  const [act, setAct] = useState<Act | null>(null);
  const { may } = approval;
  const takeBack = async () => {
    const question = {
      title: t('approval.withdraw_title'),
      text: t('approval.withdraw_text'),
      action: t('approval.withdraw'),
    };
    const next = (await askFirst(question)) ? await withdraw(approval.id) : undefined;
    if (next) onChanged(next);
  };
  const others = (['return', 'transfer', 'add'] as const).filter(
    (each) => ({ return: may.return.length > 0, transfer: may.transfer, add: may.add })[each],
  );
  const isAny = may.decide || may.resubmit || may.withdraw || may.remind || may.cancel;
  if (!isAny) return null;
  return (
    <div className={classes.acts}>
      {may.decide && (
        <>
          <Button onClick={() => setAct('approve')}>{t('approval.agree')}</Button>
          <Button color="red" variant="light" onClick={() => setAct('refuse')}>
            {t('approval.reject')}
          </Button>
          {isNarrow
            ? others.length > 0 && (
                <DropdownMenu
                  position="top-end"
                  button={
                    <ActionIcon size={36} variant="default" aria-label={t('action.more')}>
                      <IconDots size={20} stroke={1.75} />
                    </ActionIcon>
                  }
                >
                  {others.map((each) => (
                    <Menu.Item key={each} onClick={() => setAct(each)}>
                      {t(OTHERS[each])}
                    </Menu.Item>
                  ))}
                </DropdownMenu>
              )
            : others.map((each) => (
                <Button key={each} variant="default" onClick={() => setAct(each)}>
                  {t(OTHERS[each])}
                </Button>
              ))}
        </>
      )}
      {may.resubmit && <Button onClick={onEdit}>{t('approval.edit_again')}</Button>}
      {may.remind && !may.decide && (
        <Button variant="default" onClick={() => void remindApprovers(approval.id)}>
          {t('approval.remind')}
        </Button>
      )}
      {may.withdraw && (
        <Button variant="default" onClick={() => void takeBack()}>
          {t('approval.withdraw')}
        </Button>
      )}
      {may.cancel && (
        <Button variant="default" onClick={() => setAct('cancel')}>
          {t('approval.cancel')}
        </Button>
      )}
      {act && <ActModal act={act} approval={approval} onClose={() => setAct(null)} onDone={onChanged} />}
    </div>
  );
}

/** Rare things: assigning somebody else's step, deleting. */
function MoreMenu({ approval, onGone }: { approval: ApprovalDetail } & Pick<Props, 'onGone'>) {
  const [isAssigning, setAssigning] = useState(false);
  const { may } = approval;
  if (!may.assign && !may.delete) return null;
  const remove = async () => {
    const question = {
      title: t('approval.delete_title'),
      text: t('approval.delete_text'),
      action: t('approval.delete'),
    };
    if ((await askFirst({ ...question, isDangerous: true })) && (await removeApproval(approval.id))) onGone();
  };
  return (
    <>
      <DropdownMenu
        position="bottom-end"
        button={
          <ActionIcon size="lg" aria-label={t('action.more')}>
            <IconDots size={20} stroke={1.75} />
          </ActionIcon>
        }
      >
        {may.assign && <Menu.Item onClick={() => setAssigning(true)}>{t('approval.assign')}</Menu.Item>}
        {may.delete && (
          <Menu.Item color="red" onClick={() => void remove()}>
            {t('approval.delete')}
          </Menu.Item>
        )}
      </DropdownMenu>
      {isAssigning && (
        <ActModal act="assign" approval={approval} onClose={() => setAssigning(false)} onDone={() => undefined} />
      )}
    </>
  );
}
