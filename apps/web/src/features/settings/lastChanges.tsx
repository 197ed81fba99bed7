import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { fullTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import type { SystemTab } from './pages.ts';
import classes from './SettingsScreen.module.css';
import { readChanges } from './settings.actions.ts';

interface Change {
  userid: number;
  at: string;
}
/** The sections' names in the audit log. */
const SECTIONS: Partial<Record<SystemTab, string>> = {
  rules: 'system',
  signin: 'sso',
  mail: 'email',
  push: 'apppush',
  meeting: 'meeting',
  files: 'file',
  webdav: 'webdav',
  retention: 'retention',
  priorities: 'priority',
  templates: 'column_template',
  checkin: 'checkin',
};

const Changes = createContext<ReadonlyMap<string, Change>>(new Map());

/** Says below the rows of a page which administrator changed them last, as the audit log has it. */
export function LastChanges({ tab, children }: { tab: SystemTab; children: ReactNode }) {
  const { data } = useRequest(readChanges);
  const section = SECTIONS[tab];
  const rows = useMemo(() => data?.filter(({ target_name }) => target_name === section) ?? [], [data, section]);
  const known = useMemo(() => {
    const map = new Map<string, Change>();
    // Rows are sorted newest first, so the first of each name counts.
    for (const { userid, at, detail } of rows) {
      for (const name of Object.keys(detail['changes'] ?? {})) if (!map.has(name)) map.set(name, { userid, at });
    }
    return map;
  }, [rows]);
  const [last] = rows;
  return (
    <Changes.Provider value={known}>
      {children}
      {last && (
        <p className={classes.changed}>
          <By change={last} />
        </p>
      )}
    </Changes.Provider>
  );
}

/** The last change of a setting, below its label. */
export function LastChange({ name }: { name: string }) {
  const change = useContext(Changes).get(name);
  return change ? (
    <small className={classes.changed}>
      <By change={change} />
    </small>
  ) : null;
}

function By({ change: { userid, at } }: { change: Change }) {
  const person = useUser(userid);
  return <>{t('settings.changed', { name: person?.nickname ?? t('audit.server'), time: fullTime(at) })}</>;
}
