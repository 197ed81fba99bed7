import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import {
  APPROVAL_LIMITS,
  type ApprovalContent,
  type ApprovalFile,
  FIELD_KINDS,
  type FieldKind,
} from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Button, Menu, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type FilledIn, FormFields } from '#entities/approval/FormFields.tsx';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from '../Designer.module.css';
import { FIELD_ICON, kindWords } from '../designWords.ts';
import type { Change } from '../useDraft.ts';
import { FieldList } from './FieldList.tsx';
import { FieldSettings } from './FieldSettings.tsx';
import { newField } from './newField.ts';

interface Props {
  content: ApprovalContent;
  departments: readonly DepartmentInfo[];
  problems: readonly DefinitionProblem[];
  /** The field that is edited; '' = none. */
  openId: string;
  onOpen: (id: string) => void;
  onChange: Change;
}

/** The fields of a form beside the palette of their kinds and a preview. */
export function FormBuilder({ content: { form }, departments, problems, openId, onOpen, onChange }: Props) {
  const middle = useRef<HTMLDivElement>(null);
  const isFull = form.length >= APPROVAL_LIMITS.fields;
  const add = (kind: FieldKind) => {
    const made = newField(kind, form);
    const at = form.findIndex(({ id }) => id === openId) + 1 || form.length;
    onChange((content) => ({ ...content, form: content.form.toSpliced(at, 0, made) }));
    onOpen(made.id);
    requestAnimationFrame(() =>
      middle.current?.querySelector<HTMLElement>(`[data-field="${made.id}"] [data-autofocus]`)?.focus(),
    );
  };
  return (
    <div className={classes.builder}>
      <div className={classes.palette} role="group" aria-label={t('approval.design.add_field')}>
        {FIELD_KINDS.map((kind) => {
          const Icon = FIELD_ICON[kind];
          return (
            <UnstyledButton key={kind} className={classes.kind} disabled={isFull} onClick={() => add(kind)}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              {kindWords(kind)}
            </UnstyledButton>
          );
        })}
      </div>
      <div ref={middle} className={classes.middle}>
        {form.length === 0 && <EmptyState drawing="board" text={t('approval.design.no_fields')} />}
        <FieldList
          label={t('approval.design.fields')}
          fields={form}
          problems={problems}
          within=""
          openId={openId}
          onOpen={onOpen}
          onChange={(next) => onChange((content) => ({ ...content, form: next(content.form) }))}
        >
          {(field, before, set) => <FieldSettings field={field} before={before} problems={problems} onChange={set} />}
        </FieldList>
        <div className={classes.addHere}>
          <DropdownMenu
            button={
              <Button variant="light" leftSection={<IconPlus size={16} stroke={1.75} />} disabled={isFull}>
                {t('approval.design.add_field')}
              </Button>
            }
          >
            {FIELD_KINDS.map((kind) => {
              const Icon = FIELD_ICON[kind];
              return (
                <Menu.Item key={kind} leftSection={<Icon size={16} stroke={1.75} />} onClick={() => add(kind)}>
                  {kindWords(kind)}
                </Menu.Item>
              );
            })}
          </DropdownMenu>
        </div>
        {form.length > 1 && <p className={`${classes.quiet} ${classes.keysHint}`}>{t('approval.design.form_keys')}</p>}
      </div>
      <Preview form={form} departments={departments} />
    </div>
  );
}

/** The form as people fill it in. */
export function Preview({ form, departments }: Pick<ApprovalContent, 'form'> & Pick<Props, 'departments'>) {
  const [values, setValues] = useState<FilledIn>({});
  const [files, setFiles] = useState<readonly ApprovalFile[]>([]);
  return (
    <section className={classes.preview} aria-label={t('approval.design.preview')}>
      <h2 className={classes.heading}>{t('approval.design.preview')}</h2>
      <FormFields
        form={form}
        values={values}
        departments={departments}
        files={files}
        onChange={setValues}
        onFiles={(added) => setFiles((now) => [...now, ...added])}
      />
    </section>
  );
}
