import type { FullApprovalDefinition } from '@atrium/contract/approvals/forms.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Badge, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Segments } from '#ui/fields/Segments.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from './Designer.module.css';
import { readDefinition } from './designer.actions.ts';
import { FormSettings } from './FormSettings.tsx';
import { FlowDesigner } from './flow/FlowDesigner.tsx';
import { FormBuilder } from './form/FormBuilder.tsx';
import { ProblemsPopover } from './ProblemsPopover.tsx';
import { TABS, useDesigner } from './useDesigner.ts';
import type { useDraft } from './useDraft.ts';
import { VersionsModal } from './VersionsModal.tsx';

interface Props {
  id: number;
  departments: readonly DepartmentInfo[];
  groups: readonly string[];
  onBack: () => void;
}

/** Loads a definition and edits it. */
export function Designer({ id, ...rest }: Props) {
  const { data, problem } = useRequest(() => readDefinition(id), id);
  if (data) return <Editor key={data.id} first={data} {...rest} />;
  return (
    <>
      <ScreenHeader title={t('approval.forms')} back={{ label: t('action.back'), run: rest.onBack }} />
      <NotYet problem={problem} />
    </>
  );
}

/** The state of storing the draft, in words. */
function stateWords({ problem, isDirty, isSaving, stored }: ReturnType<typeof useDraft>): string {
  if (problem) return problem;
  if (isDirty || isSaving) return t('approval.design.saving');
  if (stored.has_draft) return t('approval.design.saved');
  return stored.version > 0 ? t('approval.design.version', { version: stored.version }) : '';
}

function Editor({ first, departments, groups, onBack }: Omit<Props, 'id'> & { first: FullApprovalDefinition }) {
  const designer = useDesigner(first);
  const { draft, problems, hasChanges, tab } = designer;
  const { content, stored, change } = draft;
  const [hasVersions, setVersions] = useState(false);
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
          loading={designer.isPublishing}
          disabled={!hasChanges}
          onClick={() => void designer.publish()}
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
                    run: () => void designer.discard(),
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
          onChange={designer.setTab}
        />
        <span className={classes.state} role="status" data-wrong={draft.problem ? true : undefined}>
          {stateWords(draft)}
        </span>
        {problems.length > 0 && <ProblemsPopover problems={problems} content={content} onShow={designer.show} />}
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
          openId={designer.openField}
          onOpen={designer.setOpenField}
          onChange={change}
        />
      )}
      {tab === 'flow' && (
        <FlowDesigner
          content={content}
          departments={departments}
          problems={problems}
          at={designer.at}
          onAt={designer.setAt}
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
            setVersions(false);
            designer.restore(found, version);
          }}
        />
      )}
    </>
  );
}
