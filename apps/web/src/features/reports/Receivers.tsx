import { REPORT_RECEIVERS } from '@atrium/contract/workspace/reports.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './Reports.module.css';

/** A report's receivers. */
export function Receivers({
  userids,
  onChange,
}: {
  userids: readonly number[];
  onChange: (userids: number[]) => void;
}) {
  const [isPicking, setPicking] = useState(false);
  const people = useUsers(userids);
  const me = useMe();
  return (
    <div className={classes.receivers}>
      <span className={classes.label}>{t('report.to')}</span>
      {people.map(
        (person) =>
          person && (
            <span key={person.userid} className={classes.receiver}>
              <UserAvatar user={person} size={20} />
              <span className="truncate">{person.nickname}</span>
            </span>
          ),
      )}
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconUserPlus size={16} stroke={1.75} />}
        onClick={() => setPicking(true)}
      >
        {t(userids.length > 0 ? 'report.receivers_change' : 'report.receivers_add')}
      </Button>
      {isPicking && (
        <UserPicker
          title={t('report.receivers')}
          chosen={userids}
          disabled={[me]}
          max={REPORT_RECEIVERS}
          onClose={() => setPicking(false)}
          onDone={(next) => {
            setPicking(false);
            onChange(next);
          }}
        />
      )}
    </div>
  );
}
