import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { ICONS } from './icons.ts';
import { labelOf, pathOf, type ReaderRights, type SettingsPlace, settingsGroups } from './pages.ts';
import classes from './SettingsScreen.module.css';

const MOST_FOUND = 20;
/** The index loads with the list, and is needed once somebody types. */
const readIndex = async () => (await import('./searchSettings.ts')).searchSettings;

/** The pages by group, or what matches the words of the search. */
export function SettingsList({ who, current }: { who: ReaderRights; current: SettingsPlace | undefined }) {
  const [words, setWords] = useState('');
  const { data: search } = useRequest(readIndex);
  const navigate = useNavigate();
  const found = words.trim() && search ? search(words, who).slice(0, MOST_FOUND) : null;
  const open = (path: string) => {
    setWords('');
    void navigate(path);
  };
  const onKey = (event: KeyboardEvent) => {
    const [first] = found ?? [];
    if (isComposing(event)) return;
    if (event.key === 'Enter' && first) open(first.path);
    else if (event.key === 'Escape' && words) setWords('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <TextInput
        className={classes.search ?? ''}
        type="search"
        size="sm"
        aria-label={t('settings.search')}
        placeholder={t('settings.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {found ? (
        <ul className={classes.list} aria-label={t('settings.found')}>
          {found.map(({ path, label, place }) => (
            <li key={path}>
              <NavLink to={path} className={classes.link ?? ''} onClick={() => setWords('')}>
                <span className={classes.found}>
                  {label}
                  {label !== labelOf(place) && <small>{labelOf(place)}</small>}
                </span>
              </NavLink>
            </li>
          ))}
          {found.length === 0 && <li className={classes.none}>{t('settings.none_found')}</li>}
        </ul>
      ) : (
        <div className={classes.list}>
          {settingsGroups(who).map(({ id, places }) => (
            <section key={id}>
              <h2 className={classes.group} id={`settings-${id}`}>
                {t(`settings.group_${id}`)}
              </h2>
              <ul aria-labelledby={`settings-${id}`}>
                {places.map((place) => {
                  const Icon = ICONS[place];
                  return (
                    <li key={place}>
                      <NavLink
                        to={pathOf(place)}
                        className={classes.link ?? ''}
                        data-active={current === place || undefined}
                        aria-current={current === place ? 'page' : undefined}
                      >
                        <Icon size={18} stroke={1.75} />
                        {labelOf(place)}
                      </NavLink>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  );
}
