import { wireClock } from '@atrium/client/live/wireClock.ts';
import { dueCounts, totalBadge } from '@atrium/client/store/select.ts';
import { Menu } from '@mantine/core';
import { IconCalendarPlus, IconEyeOff, IconLogin2, IconVideo } from '@tabler/icons-react';
import { useWaitingApprovals } from '#entities/approval/news.ts';
import { useInboxBadge } from '#entities/inbox/inbox.ts';
import { mayMeet, requestMeeting } from '#entities/meeting/meeting.ts';
import { AppIcon } from '#entities/microApp/AppIcon.tsx';
import { entriesAt, useMicroApps } from '#entities/microApp/microApps.ts';
import { arrange, useNavigation } from '#entities/navigation/navigation.ts';
import { MEETING_PLACE, type SidePlace, sidePlaces } from '#entities/navigation/places.ts';
import { moveBy, moveNextTo, shownPlaces } from '#entities/navigation/sidebarOrder.ts';
import { useUnreadReports } from '#entities/report/news.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { NavItem } from './NavItem.tsx';
import classes from './Sidebar.module.css';
import { SortableRow } from './SortableRow.tsx';

/** The screens that a person wants in the sidebar, in their order. */
export function SideEntries({ isNarrow }: { isNarrow: boolean }) {
  const navigation = useNavigation();
  const places = sidePlaces(useMicroApps(), mayMeet());
  const shown = shownPlaces(places, navigation);
  const ids = shown.map(({ id }) => id);
  const others = navigation.side.filter((id) => !ids.includes(id));
  const order = (next: readonly string[]) => void arrange({ side: [...next, ...others] });
  return shown.map((place) => (
    <SortableRow
      key={place.id}
      kind="side"
      id={place.id}
      label={place.label}
      onMove={(by) => order(moveBy(ids, place.id, by))}
      onDrop={(id, isAfter) => order(moveNextTo(ids, id, place.id, isAfter))}
      remove={{
        label: t('side.hide'),
        icon: IconEyeOff,
        run: () =>
          void arrange({
            side: navigation.side.filter((id) => id !== place.id),
            hidden: [...navigation.hidden, place.id],
          }),
      }}
    >
      <Entry place={place} isNarrow={isNarrow} />
    </SortableRow>
  ));
}

type EntryProps = { place: SidePlace; isNarrow: boolean };

/** Each entry with a number is a component of its own: a change of the number redraws nothing else. */
function Entry({ place, isNarrow }: EntryProps) {
  switch (place.id) {
    case 'system:dashboard':
      return <DashboardEntry place={place} isNarrow={isNarrow} />;
    case 'system:messenger':
      return <MessengerEntry place={place} isNarrow={isNarrow} />;
    case 'system:inbox':
      return <InboxEntry place={place} isNarrow={isNarrow} />;
    case 'system:report':
      return <ReportEntry place={place} isNarrow={isNarrow} />;
    case 'system:approve':
      return <ApprovalEntry place={place} isNarrow={isNarrow} />;
    case 'system:application':
      return <AppsEntry place={place} isNarrow={isNarrow} />;
    case MEETING_PLACE:
      return <MeetingEntry place={place} isNarrow={isNarrow} />;
    default:
      return <Plain place={place} isNarrow={isNarrow} badge={place.count ?? 0} hasDot={place.dot ?? false} />;
  }
}

interface PlainProps extends EntryProps {
  badge: number;
  isAlarm?: boolean;
  hasDot?: boolean;
}
const Plain = ({ place: { to, icon, picture, label, isExact, isWindow }, ...props }: PlainProps) => (
  <NavItem
    to={to}
    icon={icon}
    picture={picture !== undefined && <AppIcon icon={picture} size={20} />}
    label={label}
    end={isExact}
    {...(isWindow && { target: '_blank' })}
    {...props}
  />
);

function DashboardEntry(props: EntryProps) {
  const { overdue, today, todo } = useSelect(['task'], (store) => dueCounts(store, wireClock(nowDate())), []);
  return <Plain {...props} badge={overdue || today || todo} isAlarm={overdue > 0} />;
}
function MessengerEntry(props: EntryProps) {
  return <Plain {...props} badge={useSelect(['dialog'], totalBadge, [])} isAlarm />;
}
function InboxEntry(props: EntryProps) {
  return <Plain {...props} badge={useInboxBadge()} isAlarm />;
}
function ReportEntry(props: EntryProps) {
  return <Plain {...props} badge={useUnreadReports()} />;
}
function ApprovalEntry(props: EntryProps) {
  return <Plain {...props} badge={useWaitingApprovals()} isAlarm />;
}
/** The entry for apps, with the numbers of all that have no entry of their own. */
function AppsEntry(props: EntryProps) {
  const apps = useMicroApps();
  const others = [...entriesAt(apps, 'application'), ...entriesAt(apps, 'application/admin')];
  return (
    <Plain
      {...props}
      badge={others.reduce((sum, { item }) => sum + item.count, 0)}
      hasDot={others.some(({ item }) => item.dot)}
    />
  );
}

function MeetingEntry({ place: { label }, isNarrow }: EntryProps) {
  return (
    <Tooltip label={label} position="right" disabled={!isNarrow}>
      <span className={classes.place}>
        <DropdownMenu
          position="right-start"
          width={220}
          button={
            <PlainButton className={classes.item} {...(isNarrow && { 'aria-label': label })}>
              <IconVideo size={20} stroke={1.75} />
              {!isNarrow && <span className={classes.label}>{label}</span>}
            </PlainButton>
          }
        >
          <Menu.Item
            leftSection={<IconVideo size={16} stroke={1.75} />}
            onClick={() => requestMeeting({ kind: 'create' })}
          >
            {t('meeting.new')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogin2 size={16} stroke={1.75} />}
            onClick={() => requestMeeting({ kind: 'join' })}
          >
            {t('meeting.join')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCalendarPlus size={16} stroke={1.75} />}
            onClick={() => requestMeeting({ kind: 'plan' })}
          >
            {t('meeting.plan_later')}
          </Menu.Item>
        </DropdownMenu>
      </span>
    </Tooltip>
  );
}
