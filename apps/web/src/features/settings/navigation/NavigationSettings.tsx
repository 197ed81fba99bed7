import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { mayMeet } from '#entities/meeting/meeting.ts';
import { AppIcon } from '#entities/microApp/AppIcon.tsx';
import { useMicroApps } from '#entities/microApp/microApps.ts';
import { arrange, USUAL, useNavigation } from '#entities/navigation/navigation.ts';
import { barPlaces, MOST_TABS, SECTIONS, type SidePlace, sidePlaces, USUAL_BAR } from '#entities/navigation/places.ts';
import { moveBy, moveNextTo, shownPlaces } from '#entities/navigation/sidebarOrder.ts';
import settings from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { dragRow } from '#ui/lists/dragRow.ts';
import classes from './NavigationSettings.module.css';

const SECTION_LABEL = { 'section:unread': 'messenger.filter.unread', 'section:favorites': 'favorite.title' } as const;

/** The entries of the sidebar and of a phone’s bottom bar, on all devices of the person. */
export function NavigationSettings() {
  const isPhone = useIsPhone();
  const navigation = useNavigation();
  const { side, hidden } = navigation;
  const apps = useMicroApps();
  const places = sidePlaces(apps, mayMeet());
  const shown = shownPlaces(places, navigation);
  const rest = places.filter((place) => !shown.includes(place));
  const ids = shown.map(({ id }) => id);
  // Sections, and entries that are not known here, such as an app for other people.
  const others = side.filter((id) => !ids.includes(id));
  const toggle = (id: string, isOn: boolean) =>
    void arrange(
      isOn
        ? { side: [...ids, id, ...others], hidden: hidden.filter((each) => each !== id) }
        : { side: side.filter((each) => each !== id), hidden: [...hidden, id] },
    );
  const tabs = barPlaces(apps);
  const chosen = navigation.bar.filter((id) => tabs.some((tab) => tab.id === id));
  const bar = chosen.length > 0 ? chosen : USUAL_BAR;
  const inBar = bar.flatMap((id) => tabs.find((tab) => tab.id === id) ?? []);
  const bottom = (
    <section aria-labelledby="side-bar">
      <h2 id="side-bar" className={classes.title}>
        {t('side.bar')}
      </h2>
      <p className={classes.hint}>{t('side.bar_hint', { count: MOST_TABS })}</p>
      <Rows
        label={t('side.bar')}
        shown={inBar}
        rest={tabs.filter((tab) => !inBar.includes(tab))}
        isFull={inBar.length >= MOST_TABS}
        isLast={inBar.length === 1}
        onOrder={(next) => void arrange({ bar: [...next] })}
        onToggle={(id, isOn) => void arrange({ bar: isOn ? [...bar, id] : bar.filter((each) => each !== id) })}
      />
    </section>
  );
  return (
    <div className={settings.form}>
      {isPhone && bottom}
      <section aria-labelledby="side-entries">
        <h2 id="side-entries" className={classes.title}>
          {t('side.title')}
        </h2>
        <p className={classes.hint}>{t('side.hint')}</p>
        <Rows
          label={t('side.title')}
          shown={shown}
          rest={rest}
          onOrder={(next) => void arrange({ side: [...next, ...others] })}
          onToggle={toggle}
        />
      </section>
      <section aria-labelledby="side-sections" className={classes.part}>
        <h2 id="side-sections" className={classes.title}>
          {t('side.sections')}
        </h2>
        {SECTIONS.map((id) => (
          <Switch
            key={id}
            label={t(SECTION_LABEL[id])}
            checked={side.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              void arrange({ side: checked ? [...side, id] : side.filter((each) => each !== id) })
            }
          />
        ))}
      </section>
      {!isPhone && bottom}
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        onClick={() => void arrange({ ...USUAL, projects: navigation.projects, folders: navigation.folders })}
      >
        {t('side.reset')}
      </Button>
    </div>
  );
}

interface RowsProps {
  label: string;
  shown: readonly SidePlace[];
  rest: readonly SidePlace[];
  /** True if no more entries can be shown. */
  isFull?: boolean;
  /** True if the only shown entry cannot be hidden. */
  isLast?: boolean;
  onOrder: (ids: readonly string[]) => void;
  onToggle: (id: string, isOn: boolean) => void;
}
/** The shown entries, which are dragged or moved by arrows, and the others below them. */
function Rows({ label, shown, rest, isFull = false, isLast = false, onOrder, onToggle }: RowsProps) {
  const ids = shown.map(({ id }) => id);
  return (
    <ul className={classes.rows} aria-label={label}>
      {[...shown, ...rest].map((place) => {
        const at = ids.indexOf(place.id);
        const isShown = at >= 0;
        const { icon: Icon } = place;
        return (
          <li
            key={place.id}
            className={classes.row}
            data-off={!isShown || undefined}
            {...(isShown && dragRow(label, place.id, (id, isAfter) => onOrder(moveNextTo(ids, id, place.id, isAfter))))}
            onKeyDown={(event: KeyboardEvent) => {
              if (!isShown || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
              event.preventDefault();
              onOrder(moveBy(ids, place.id, event.key === 'ArrowUp' ? -1 : 1));
            }}
          >
            <IconGripVertical size={16} stroke={1.75} className={classes.grip ?? ''} aria-hidden />
            {Icon ? <Icon size={20} stroke={1.75} /> : <AppIcon icon={place.picture ?? ''} size={20} />}
            <span className={classes.name}>{place.label}</span>
            {isShown && (
              <>
                <ActionIcon
                  size="lg"
                  aria-label={t('side.up_named', { name: place.label })}
                  disabled={at === 0}
                  onClick={() => onOrder(moveBy(ids, place.id, -1))}
                >
                  <IconArrowUp size={18} stroke={1.75} />
                </ActionIcon>
                <ActionIcon
                  size="lg"
                  aria-label={t('side.down_named', { name: place.label })}
                  disabled={at === ids.length - 1}
                  onClick={() => onOrder(moveBy(ids, place.id, 1))}
                >
                  <IconArrowDown size={18} stroke={1.75} />
                </ActionIcon>
              </>
            )}
            <Switch
              aria-label={t('side.show_named', { name: place.label })}
              checked={isShown}
              disabled={isShown ? isLast : isFull}
              onChange={(event) => onToggle(place.id, event.currentTarget.checked)}
            />
          </li>
        );
      })}
    </ul>
  );
}
