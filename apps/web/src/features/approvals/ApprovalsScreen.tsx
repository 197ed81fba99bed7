import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCalendarStats,
  IconChartBar,
  IconDots,
  IconFileExport,
  IconForms,
  IconPencilPlus,
  IconUserShare,
} from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { amAdmin } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useAccount } from '#sync/store/useClient.ts';
import panes from '#ui/layout/Panes.module.css';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Splitter, useWidth } from '#ui/layout/Splitter.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { ApprovalList } from './ApprovalList.tsx';
import classes from './Approvals.module.css';
import { ApprovalView } from './ApprovalView.tsx';
import { type Box, boxOf } from './approvals.actions.ts';

const NewApproval = lazyPart(async () => (await import('./NewApproval.tsx')).NewApproval);
const LeavePage = lazyPart(async () => (await import('./LeavePage.tsx')).LeavePage);
const StatsPage = lazyPart(async () => (await import('./StatsPage.tsx')).StatsPage);
const BalancesPage = lazyPart(async () => (await import('./BalancesPage.tsx')).BalancesPage);
const FormsPage = lazyPart(async () => (await import('./designer/FormsPage.tsx')).FormsPage);
const DeputyModal = lazyPart(async () => (await import('./DeputyModal.tsx')).DeputyModal);
const ExportModal = lazyPart(async () => (await import('./ExportModal.tsx')).ExportModal);

/** Width of the list, in px. */
const WIDTH = { least: 300, most: 560, usual: 400 };
const PAGES = ['new', 'leave', 'stats', 'balances', 'forms'] as const;

/** Requests beside the one that is read or submitted; on a phone one of the two. */
export function ApprovalsScreen({ onPerson }: { onPerson: (userid: number) => void }) {
  const { approvalId = '', action } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const side = useRef<HTMLElement>(null);
  const [width, setWidth] = useWidth('approvals.width', WIDTH);
  const box = boxOf(search.get('box'));
  const go = (path: string, to: Box = box) =>
    void navigate(`/manage/approve${path}${to === 'waiting' ? '' : `?box=${to}`}`);
  const [isEmpty, setEmpty] = useState(true);
  const [deputies, setDeputies] = useState(0);
  useAccount();
  const page = PAGES.find((each) => each === approvalId);
  const id = Number(approvalId) || 0;
  const isOne = page !== undefined || id > 0;
  // The designer needs the whole width.
  if (page === 'forms' && amAdmin()) {
    return (
      <Suspense>
        <FormsPage />
      </Suspense>
    );
  }
  const back = isPhone ? { onBack: () => go('') } : {};
  return (
    <div className={`${panes.page} ${classes.printed}`}>
      {!(isPhone && isOne) && (
        <aside
          ref={side}
          className={`${panes.side} ${classes.screenOnly}`}
          aria-label={t('approval.title')}
          {...(!isPhone && { style: { width } })}
        >
          <ScreenHeader
            title={t('approval.title')}
            {...(isPhone && { back: { label: t('action.back'), run: () => void navigate('/manage/application') } })}
          >
            <Button
              size="compact-md"
              leftSection={<IconPencilPlus size={16} stroke={1.75} />}
              onClick={() => go('/new')}
            >
              {t('approval.new')}
            </Button>
            <MoreMenu onPage={(next) => go(`/${next}`)} onDeputy={() => setDeputies(deputies + 1)} />
          </ScreenHeader>
          <ApprovalList
            box={box}
            openId={id}
            deputies={deputies}
            onBox={(next) => go('', next)}
            onNew={() => go('/new')}
            onEmpty={setEmpty}
          />
          {!isPhone && (
            <Splitter label={t('approval.width')} target={side} width={width} range={WIDTH} onChange={setWidth} />
          )}
        </aside>
      )}
      {(isOne || !isPhone) && (
        <div className={`${panes.main} ${classes.printed}`}>
          <Suspense>
            {page === 'new' || action === 'edit' ? (
              <NewApproval
                key={id}
                againId={id}
                formId={Number(search.get('form')) || 0}
                onBack={() => go(id > 0 ? `/${id}` : '')}
                onDone={(made) => go(`/${made}`, 'mine')}
              />
            ) : page === 'leave' ? (
              <LeavePage {...back} onNew={() => go('/new')} />
            ) : page === 'stats' && amAdmin() ? (
              <StatsPage {...back} onPerson={onPerson} />
            ) : page === 'balances' && amAdmin() ? (
              <BalancesPage {...back} />
            ) : id > 0 ? (
              <ApprovalView
                key={id}
                id={id}
                onPerson={onPerson}
                onOpen={(other) => go(`/${other}`)}
                onEdit={() => go(`/${id}/edit`)}
                onGone={() => go('')}
                {...back}
              />
            ) : (
              !isEmpty && <EmptyState drawing="done" text={t('approval.choose')} />
            )}
          </Suspense>
        </div>
      )}
    </div>
  );
}

interface MoreProps {
  onPage: (page: (typeof PAGES)[number]) => void;
  /** Somebody else may decide from now on. */
  onDeputy: () => void;
}
/** The menu for all requests: leave, a deputy, and for administrators figures, balances and the workbook. */
function MoreMenu({ onPage, onDeputy }: MoreProps) {
  useAccount();
  const [open, setOpen] = useState<'' | 'deputy' | 'export'>('');
  const item = (label: string, Icon: typeof IconDots, run: () => void) => (
    <Menu.Item leftSection={<Icon size={16} stroke={1.75} />} onClick={run}>
      {label}
    </Menu.Item>
  );
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
        {item(t('approval.leave'), IconCalendarStats, () => onPage('leave'))}
        {item(t('approval.deputy'), IconUserShare, () => setOpen('deputy'))}
        {amAdmin() && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('apps.admin')}</Menu.Label>
            {item(t('approval.forms'), IconForms, () => onPage('forms'))}
            {item(t('approval.stats'), IconChartBar, () => onPage('stats'))}
            {item(t('approval.balances'), IconCalendarStats, () => onPage('balances'))}
            {item(t('approval.export'), IconFileExport, () => setOpen('export'))}
          </>
        )}
      </DropdownMenu>
      <Suspense>
        {open === 'deputy' && (
          <DeputyModal
            onClose={() => {
              setOpen('');
              onDeputy();
            }}
          />
        )}
        {open === 'export' && <ExportModal onClose={() => setOpen('')} />}
      </Suspense>
    </>
  );
}
