import type { ApprovalDefinition } from '@atrium/contract/approvals/forms.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Badge, Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readForms } from '#entities/approval/approval.actions.ts';
import { APPROVAL_ICON } from '#entities/approval/approvalWords.ts';
import { NotYet } from '#entities/form/Problem.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { formatList, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Segments } from '#ui/fields/Segments.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from './Designer.module.css';
import { Designer } from './Designer.tsx';
import { createDefinition, fetchVersion, readDefinitions, removeDefinition, setOpen } from './designer.actions.ts';
import { freeName } from './freeName.ts';
import { TemplateGallery } from './TemplateGallery.tsx';

const FILTERS = ['all', 'published', 'drafts', 'archived'] as const;
type Filter = (typeof FILTERS)[number];
const isIn: Record<Filter, (row: ApprovalDefinition) => boolean> = {
  all: () => true,
  published: ({ version, is_open }) => version > 0 && is_open,
  drafts: ({ has_draft }) => has_draft,
  archived: ({ version, is_open }) => version > 0 && !is_open,
};

/** The forms of a workspace, for administrators: a list, templates to start from, and the designer. */
export function FormsPage() {
  const { action = '' } = useParams();
  const navigate = useNavigate();
  const id = Number(action) || 0;
  // The forms are read again when the page changes, because designs change names and states.
  const { data, problem, again } = useRequest(
    async () => ({ ...(await readDefinitions()), departments: (await readForms()).departments }),
    action,
  );
  const list = data?.list ?? [];
  const go = (to = '') => void navigate(`/manage/approve/forms${to && `/${to}`}`);
  const groups = [...new Set(list.map(({ group }) => group).filter(Boolean))];
  if (!data) {
    return (
      <div className={classes.page}>
        <ScreenHeader
          title={t('approval.forms')}
          back={{ label: t('action.back'), run: () => void navigate('/manage/approve') }}
        />
        <NotYet problem={problem} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      {id > 0 ? (
        <Designer key={id} id={id} departments={data.departments} groups={groups} onBack={() => go()} />
      ) : action === 'new' ? (
        <TemplateGallery
          names={list.map(({ name }) => name)}
          departments={data.departments}
          onBack={() => go()}
          onDone={(made) => go(String(made))}
        />
      ) : (
        <FormsList
          list={list}
          departments={data.departments}
          onBack={() => void navigate('/manage/approve')}
          onNew={() => go('new')}
          onOpen={(made) => go(String(made))}
          onChanged={again}
        />
      )}
    </div>
  );
}

interface ListProps {
  list: readonly ApprovalDefinition[];
  departments: readonly DepartmentInfo[];
  onBack: () => void;
  onNew: () => void;
  onOpen: (id: number) => void;
  onChanged: () => void;
}
function FormsList({ list, departments, onBack, onNew, onOpen, onChanged }: ListProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const shown = list.filter(isIn[filter]);
  return (
    <>
      <ScreenHeader title={t('approval.forms')} back={{ label: t('action.back'), run: onBack }}>
        <Button size="compact-md" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onNew}>
          {t('approval.design.new')}
        </Button>
      </ScreenHeader>
      <div className={classes.scroll}>
        <div className={classes.paper}>
          <Segments
            aria-label={t('approval.state')}
            value={filter}
            data={FILTERS.map((value) => ({ value, label: t(`approval.design.filter_${value}`) }))}
            onChange={setFilter}
          />
          {shown.length === 0 ? (
            <EmptyState
              drawing="board"
              text={t(list.length === 0 ? 'approval.design.none' : 'approval.design.none_here')}
              action={{ label: t('approval.design.new'), run: onNew }}
            />
          ) : (
            <ul className={classes.definitions} aria-label={t('approval.forms')}>
              {shown.map((row) => (
                <Definition
                  key={row.id}
                  row={row}
                  names={list.map(({ name }) => name)}
                  departments={departments}
                  onOpen={onOpen}
                  onChanged={onChanged}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}

interface RowProps extends Pick<ListProps, 'departments' | 'onOpen' | 'onChanged'> {
  row: ApprovalDefinition;
  names: readonly string[];
}
function Definition({ row, names, departments, onOpen, onChanged }: RowProps) {
  const { id, name, icon, group, version, is_open, has_draft, running, submitters } = row;
  const Icon = APPROVAL_ICON[icon];
  const users = useUsers(submitters.userids);
  const who = [
    ...users.map((user) => user?.nickname ?? '…'),
    ...submitters.department_ids.map((each) => departments.find((one) => one.id === each)?.name ?? '…'),
  ];
  const duplicate = async () => {
    const found = await fetchVersion(id, 0);
    const made = found && (await createDefinition({ ...found.content, name: freeName(found.content.name, names) }));
    if (made) onOpen(made.id);
  };
  const open = async (isOpen: boolean) => {
    if (!(await setOpen(id, isOpen))) return;
    notify(t(isOpen ? 'approval.design.opened' : 'approval.design.archived', { name }));
    onChanged();
  };
  const remove = async () => {
    const question = {
      title: t('approval.design.delete_title', { name }),
      text: t('approval.design.delete_text'),
      action: t('approval.design.delete'),
      isDangerous: true,
    };
    if ((await askFirst(question)) && (await removeDefinition(id))) onChanged();
  };
  const facts = [
    group,
    version > 0 ? t('approval.design.version', { version }) : '',
    running > 0 ? t('approval.design.running', { number: running }) : '',
  ].filter(Boolean);
  return (
    <li className={classes.definition}>
      <button type="button" className={classes.openForm} onClick={() => onOpen(id)}>
        <span className={classes.formIcon}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </span>
        <span className={classes.formWords}>
          <span className={classes.formTitle}>
            {name}
            {version > 0 && (
              <Badge size="sm" variant="light" color={is_open ? 'green' : 'gray'}>
                {t(is_open ? 'approval.design.state_published' : 'approval.design.state_archived')}
              </Badge>
            )}
            {has_draft && (
              <Badge size="sm" variant="light" color="yellow">
                {t('approval.design.state_draft')}
              </Badge>
            )}
          </span>
          <span className={classes.quiet}>
            <IconUsers size={14} stroke={1.75} aria-hidden="true" />{' '}
            {who.length > 0 ? formatList(who) : t('approval.design.everyone')}
            {facts.length > 0 && ` · ${facts.join(' · ')}`}
          </span>
        </span>
      </button>
      <RowMenu
        label={t('approval.design.actions', { name })}
        commands={[
          { id: 'edit', label: t('action.edit'), run: () => onOpen(id) },
          { id: 'copy', label: t('approval.design.duplicate'), run: () => void duplicate() },
          ...(version > 0
            ? [
                {
                  id: 'open',
                  label: t(is_open ? 'approval.design.archive' : 'approval.design.unarchive'),
                  run: () => void open(!is_open),
                },
              ]
            : []),
          { id: 'delete', label: t('approval.design.delete'), isDangerous: true, run: () => void remove() },
        ]}
      />
    </li>
  );
}
