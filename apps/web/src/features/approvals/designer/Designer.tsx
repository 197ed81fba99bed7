import { checkDefinition, type DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import type { FullApprovalDefinition } from '@atrium/contract/approvals/forms.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Badge, Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { wordsOf } from '#sync/words.ts';
import { Segments } from '#ui/fields/Segments.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { DropPopover } from '#ui/overlays/Drop.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from './Designer.module.css';
import { discardDraft, publishDraft, readDefinition } from './designer.actions.ts';
import { fieldWords, nodeWords, problemWords } from './designWords.ts';
import { FormSettings } from './FormSettings.tsx';
import { FlowDesigner } from './flow/FlowDesigner.tsx';
import { isSplit, START } from './flow/flowEdit.ts';
import { FormBuilder } from './form/FormBuilder.tsx';
import { useDraft } from './useDraft.ts';
import { VersionsModal } from './VersionsModal.tsx';

interface Props {
  id: number;
  departments: readonly DepartmentInfo[];
  groups: readonly string[];
  onBack: () => void;
}

/** Loads a definition and edits it. */
export function Designer({ id, ...rest }: Props) {
  const { data, problem } = useAsked(() => readDefinition(id), id);
  if (data) return <Editor key={data.id} first={data} {...rest} />;
  return (
    <>
      <ScreenHeader title={t('approval.forms')} back={{ label: t('action.back'), run: rest.onBack }} />
      <NotYet problem={problem} />
    </>
  );
}

const TABS = ['form', 'flow', 'settings'] as const;
type Tab = (typeof TABS)[number];

function Editor({ first, departments, groups, onBack }: Omit<Props, 'id'> & { first: FullApprovalDefinition }) {
  const draft = useDraft(first);
  const { content, stored, change } = draft;
  const [tab, setTab] = useState<Tab>('form');
  const [openField, setOpenField] = useState('');
  const [at, setAt] = useState(START);
  const [isPublishing, setPublishing] = useState(false);
  const [hasVersions, setVersions] = useState(false);
  const problems = checkDefinition(content);
  const hasChanges = stored.has_draft || draft.isDirty;

  /** Shows the part with a problem. */
  const show = ({ at: where, problem }: DefinitionProblem) => {
    if (problem.startsWith('form.')) {
      setTab('form');
      setOpenField(where.split('.')[0] ?? '');
    } else if (problem.startsWith('flow.')) {
      setTab('flow');
      setAt(where || START);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-part="${where || START}"]`)?.focus());
    } else setTab('settings');
  };
  const publish = async () => {
    const [problem] = problems;
    if (problem) {
      show(problem);
      return notify(t('approval.design.fix_first'), { kind: 'error' });
    }
    setPublishing(true);
    try {
      if (!(await draft.flush())) return;
      const answer = await publishDraft(first.id);
      draft.show(answer);
      notify(t('approval.design.published', { version: answer.version }));
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    } finally {
      setPublishing(false);
    }
  };
  const discard = async () => {
    const question = {
      title: t('approval.design.discard_title'),
      text: t('approval.design.discard_text', { version: stored.version }),
      action: t('approval.design.discard'),
      isDangerous: true,
    };
    if (!(await askFirst(question))) return;
    const answer = await discardDraft(first.id);
    if (answer) draft.show(answer);
  };
  const state = draft.problem
    ? draft.problem
    : draft.isDirty || draft.isSaving
      ? t('approval.design.saving')
      : stored.has_draft
        ? t('approval.design.saved')
        : stored.version > 0
          ? t('approval.design.version', { version: stored.version })
          : '';
  return (
    <>
      <ScreenHeader
        title={content.name || t('approval.design.untitled')}
        back={{ label: t('action.back'), run: onBack }}
      >
        {draft.problem && (
          <Button size="compact-md" variant="default" onClick={() => void draft.flush()}>
            {t('action.retry')}
          </Button>
        )}
        <Button
          size="compact-md"
          leftSection={<IconSend size={16} stroke={1.75} />}
          loading={isPublishing}
          disabled={!hasChanges}
          onClick={() => void publish()}
        >
          {t('approval.design.publish')}
        </Button>
        <RowMenu
          label={t('action.more')}
          commands={[
            { id: 'versions', label: t('approval.design.versions'), run: () => setVersions(true) },
            ...(stored.version > 0 && hasChanges
              ? [
                  {
                    id: 'discard',
                    label: t('approval.design.discard'),
                    isDangerous: true,
                    run: () => void discard(),
                  },
                ]
              : []),
          ]}
        />
      </ScreenHeader>
      <div className={classes.tabs}>
        <Segments
          aria-label={t('approval.design.parts')}
          value={tab}
          data={TABS.map((value) => ({ value, label: t(`approval.design.tab_${value}`) }))}
          onChange={setTab}
        />
        <span className={classes.state} role="status" data-wrong={draft.problem ? true : undefined}>
          {state}
        </span>
        {problems.length > 0 && (
          <DropPopover
            position="bottom-end"
            width={340}
            button={
              <Button
                size="compact-md"
                variant="light"
                color="red"
                leftSection={<IconAlertTriangle size={16} stroke={1.75} />}
              >
                {t('approval.design.to_fix', { number: problems.length })}
              </Button>
            }
          >
            <ul className={classes.problems} aria-label={t('approval.design.problems')}>
              {problems.map((each) => (
                <li key={`${each.at} ${each.problem}`}>
                  <UnstyledButton className={classes.problem} onClick={() => show(each)}>
                    <strong>{placeWords(each, content)}</strong>
                    {problemWords(each)}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </DropPopover>
        )}
        {problems.length === 0 && stored.version === 0 && (
          <Badge variant="light" color="green">
            {t('approval.design.ready')}
          </Badge>
        )}
      </div>
      {tab === 'form' && (
        <FormBuilder
          content={content}
          departments={departments}
          problems={problems}
          openId={openField}
          onOpen={setOpenField}
          onChange={change}
        />
      )}
      {tab === 'flow' && (
        <FlowDesigner
          content={content}
          departments={departments}
          problems={problems}
          at={at}
          onAt={setAt}
          onChange={change}
        />
      )}
      {tab === 'settings' && (
        <FormSettings
          content={content}
          departments={departments}
          groups={groups}
          problems={problems}
          onChange={change}
        />
      )}
      {hasVersions && (
        <VersionsModal
          id={first.id}
          current={stored.version}
          onClose={() => setVersions(false)}
          onRestore={(found, version) => {
            change(() => found);
            setVersions(false);
            notify(t('approval.design.restored', { version }));
          }}
        />
      )}
    </>
  );
}

/** What a problem is about. */
function placeWords({ at }: DefinitionProblem, { form, flow, name }: FullApprovalDefinition['content']): string {
  const field = form.find(({ id }) => id === at.split('.')[0]);
  const node = flow.find(({ id }) => id === at);
  const branch = flow.filter(isSplit).flatMap(({ branches }) => branches as { id: string; name: string }[]);
  if (node) return node.name || nodeWords(node.type);
  const found = branch.find(({ id }) => id === at);
  if (found) return found.name || t('approval.design.branch');
  return field ? fieldWords(field) : name;
}
