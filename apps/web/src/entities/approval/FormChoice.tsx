import type { ApprovalForm } from '@atrium/contract/approvals/forms.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Approval.module.css';
import { APPROVAL_ICON } from './approvalWords.ts';

const FEW = 8;

/** The forms that a person may submit, by their groups. */
export function FormChoice({
  list,
  onChoose,
}: {
  list: readonly ApprovalForm[];
  onChoose: (form: ApprovalForm) => void;
}) {
  const [key, setKey] = useState('');
  const words = key.trim().toLowerCase();
  const found = list.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(words));
  if (list.length === 0) return <EmptyState drawing="board" text={t('approval.no_forms')} />;
  return (
    <>
      {list.length > FEW && (
        <TextInput
          type="search"
          aria-label={t('approval.search_forms')}
          placeholder={t('approval.search_forms')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      )}
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, forms]) => (
        <div key={group}>
          {group && <h2 className={classes.heading}>{group}</h2>}
          <ul className={classes.forms} aria-label={group || t('approval.forms')}>
            {forms.map((form) => {
              const Icon = APPROVAL_ICON[form.icon];
              return (
                <li key={form.id}>
                  <button type="button" className={classes.form} onClick={() => onChoose(form)}>
                    <span className={classes.formIcon}>
                      <Icon size={20} stroke={1.75} aria-hidden="true" />
                    </span>
                    <span className={classes.formWords}>
                      <span className={classes.formName}>{form.name}</span>
                      {form.about && <span className={classes.note}>{form.about}</span>}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </>
  );
}
