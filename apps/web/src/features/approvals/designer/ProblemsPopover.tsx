import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { DropdownPopover } from '#ui/overlays/Dropdown.tsx';
import classes from './Designer.module.css';
import { fieldWords, nodeWords, problemWords } from './designWords.ts';
import { isSplit } from './flow/flowEdit.ts';

interface Props {
  problems: readonly DefinitionProblem[];
  content: ApprovalContent;
  onShow: (problem: DefinitionProblem) => void;
}

/** The problems that must be solved before the definition can be published; each links to its place. */
export function ProblemsPopover({ problems, content, onShow }: Props) {
  return (
    <DropdownPopover
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
            <UnstyledButton className={classes.problem} onClick={() => onShow(each)}>
              <strong>{placeWords(each, content)}</strong>
              {problemWords(each)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </DropdownPopover>
  );
}

/** The field or node of a problem. */
function placeWords({ at }: DefinitionProblem, { form, flow, name }: ApprovalContent): string {
  const field = form.find(({ id }) => id === at.split('.')[0]);
  const node = flow.find(({ id }) => id === at);
  const branch = flow.filter(isSplit).flatMap(({ branches }) => branches as { id: string; name: string }[]);
  if (node) return node.name || nodeWords(node.type);
  const found = branch.find(({ id }) => id === at);
  if (found) return found.name || t('approval.design.branch');
  return field ? fieldWords(field) : name;
}
