import { Button, Menu } from '@mantine/core';
import { IconCalendarEvent, IconCalendarWeek, IconPencilPlus } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import panes from '#ui/layout/Panes.module.css';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Splitter, useWidth } from '#ui/layout/Splitter.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { ReportList } from './ReportList.tsx';
import { ReportView } from './ReportView.tsx';

const ReportEditor = lazyPart(async () => (await import('./ReportEditor.tsx')).ReportEditor);
const Overview = lazyPart(async () => (await import('./Overview.tsx')).Overview);

/** The width of the list in px. */
const WIDTH = { least: 280, most: 520, usual: 380 };

/** Reports beside the one that is read or edited; on a phone one of the two. */
export function ReportsScreen({ onPerson }: { onPerson: (userid: number) => void }) {
  const { reportId = '', action } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const side = useRef<HTMLElement>(null);
  const [width, setWidth] = useWidth('reports.width', WIDTH);
  const tab = search.get('tab') === 'mine' ? 'mine' : 'received';
  const go = (path: string, to = tab) => void navigate(`/manage/report${path}${to === 'mine' ? '?tab=mine' : ''}`);
  const isNew = reportId === 'daily' || reportId === 'weekly';
  const id = Number(reportId) || 0;
  const editing = isNew ? reportId : action === 'edit' && id > 0 ? id : null;
  const isOne = isNew || id > 0;
  return (
    <div className={panes.page}>
      {!(isPhone && isOne) && (
        <aside ref={side} className={panes.side} aria-label={t('report.title')} {...(!isPhone && { style: { width } })}>
          <ScreenHeader
            title={t('report.title')}
            {...(isPhone && {
              back: { label: t('action.back'), run: () => void navigate('/manage/application') },
            })}
          >
            <WriteMenu onWrite={(type) => go(`/${type}`)} />
          </ScreenHeader>
          <ReportList tab={tab} openId={id} onTab={(next) => go('', next)} onWrite={() => go('/daily')} />
          {!isPhone && (
            <Splitter label={t('report.width')} target={side} width={width} range={WIDTH} onChange={setWidth} />
          )}
        </aside>
      )}
      {(isOne || !isPhone) && (
        <div className={panes.main}>
          {editing !== null ? (
            <Suspense>
              <ReportEditor
                key={editing}
                of={editing}
                onBack={() => go(id > 0 ? `/${id}` : '')}
                onDone={(sent) => go(`/${sent}`, 'mine')}
              />
            </Suspense>
          ) : id > 0 ? (
            <ReportView
              key={id}
              which={{ id }}
              onPerson={onPerson}
              onEdit={() => go(`/${id}/edit`)}
              onWindow={() => host.openWindow(`/single/report/detail/${id}`)}
              onUnread={() => go('')}
              {...(isPhone && { onBack: () => go('') })}
            />
          ) : (
            <Suspense>
              <Overview onWrite={(type) => go(`/${type}`)} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

function WriteMenu({ onWrite }: { onWrite: (type: 'daily' | 'weekly') => void }) {
  return (
    <DropdownMenu
      position="bottom-end"
      button={
        <Button size="compact-md" leftSection={<IconPencilPlus size={16} stroke={1.75} />}>
          {t('report.write')}
        </Button>
      }
    >
      <Menu.Item leftSection={<IconCalendarEvent size={16} />} onClick={() => onWrite('daily')}>
        {t('report.daily')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCalendarWeek size={16} />} onClick={() => onWrite('weekly')}>
        {t('report.weekly')}
      </Menu.Item>
    </DropdownMenu>
  );
}
