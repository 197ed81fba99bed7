import {
  APPROVAL_LIMITS,
  type ApprovalContent,
  type ApprovalNode,
  type ApproverNode,
} from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Button, NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import classes from '../Designer.module.css';
import { nodeWords } from '../designWords.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { type Branch, isSplit, splitOf, withBranches } from './flowEdit.ts';
import { WhoFields } from './WhoFields.tsx';

interface Props {
  content: ApprovalContent;
  departments: readonly DepartmentInfo[];
  /** A node or a branch. */
  id: string;
  onNode: (node: ApprovalNode) => void;
  onAddBranch: (split: string) => void;
  onOpen: (id: string) => void;
}
const MODES = ['one', 'all', 'sequence'] as const;
const NOBODY = ['pass', 'admins', 'person', 'stop'] as const;

/** The settings of a part of a flow. */
export function NodePanel({ content, departments, id, onNode, onAddBranch, onOpen }: Props) {
  const { flow, form } = content;
  const node = flow.find((each) => each.id === id);
  const split = node ? undefined : splitOf(flow, id);
  const branch: Branch | undefined = split?.branches.find((each) => each.id === id);
  const name = (value: string, placeholder: string, onChange: (name: string) => void) => (
    <TextInput
      label={t('approval.design.name')}
      placeholder={placeholder}
      maxLength={APPROVAL_LIMITS.name}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  if (split && branch) {
    const set = (fields: Partial<Branch>) =>
      onNode(
        withBranches(
          split,
          split.branches.map((each) => (each.id === id ? { ...each, ...fields } : each)),
        ),
      );
    const isElse = split.branches.at(-1)?.id === id;
    return (
      <Stack gap="md">
        {name(branch.name, t('approval.design.branch'), (value) => set({ name: value }))}
        {branch.conditions && !isElse && (
          <ConditionFields
            conditions={branch.conditions}
            form={form}
            departments={departments}
            onChange={(conditions) => set({ conditions })}
          />
        )}
        <p className={classes.quiet}>
          {t(
            split.type === 'parallel'
              ? 'approval.design.about_parallel'
              : isElse
                ? 'approval.design.about_else'
                : 'approval.design.about_branch',
          )}
        </p>
      </Stack>
    );
  }
  if (!node) return null;
  if (isSplit(node)) {
    return (
      <Stack gap="md">
        {name(node.name, nodeWords(node.type), (value) => onNode({ ...node, name: value }))}
        <p className={classes.quiet}>
          {t(node.type === 'condition' ? 'approval.design.about_condition' : 'approval.design.about_parallel')}
        </p>
        <div className={classes.pieces}>
          {node.branches.map((each, index) => (
            <Button key={each.id} size="compact-sm" variant="default" onClick={() => onOpen(each.id)}>
              {each.name || t('approval.design.branch_n', { number: index + 1 })}
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={node.branches.length >= APPROVAL_LIMITS.branches}
            onClick={() => onAddBranch(node.id)}
          >
            {t('approval.design.add_branch')}
          </Button>
        </div>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <WhoFields
        type={node.type}
        who={node.who}
        form={form}
        departments={departments}
        onChange={(who) => onNode({ ...node, who })}
      />
      {name(node.name, nodeWords(node.type), (value) => onNode({ ...node, name: value }))}
      {node.type === 'approver' && <Deciding node={node} onNode={onNode} />}
    </Stack>
  );
}

/** The way in which approvers decide, and the rule for a step without any. */
function Deciding({ node, onNode }: { node: ApproverNode; onNode: (node: ApproverNode) => void }) {
  const { nobody } = node;
  return (
    <>
      <Radio.Group
        label={t('approval.mode')}
        value={node.mode}
        onChange={(mode) => onNode({ ...node, mode: mode as ApproverNode['mode'] })}
      >
        <Stack gap={6} mt={6}>
          {MODES.map((mode) => (
            <Radio key={mode} value={mode} label={t(`approval.mode.${mode}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label={t('approval.design.nobody')}
        allowDeselect={false}
        data={NOBODY.map((rule) => ({ value: rule, label: t(`approval.nobody.${rule}`) }))}
        value={nobody.rule}
        onChange={(rule) =>
          rule && onNode({ ...node, nobody: { rule: rule as typeof nobody.rule, userid: nobody.userid } })
        }
      />
      {nobody.rule === 'person' && (
        <PeopleField
          label={t('approval.design.substitute')}
          userids={nobody.userid > 0 ? [nobody.userid] : []}
          max={1}
          onChange={([userid = 0]) => onNode({ ...node, nobody: { ...nobody, userid } })}
        />
      )}
      <NumberInput
        label={t('approval.design.deadline')}
        description={t('approval.design.deadline_hint')}
        min={0}
        max={APPROVAL_LIMITS.hours}
        allowDecimal={false}
        value={node.hours}
        onChange={(value) =>
          onNode({ ...node, hours: Math.min(APPROVAL_LIMITS.hours, Math.max(0, Number(value) || 0)) })
        }
      />
    </>
  );
}
