import type { QuickChoice } from '@atrium/client/projects/quickAdd.ts';
import { t } from '#sync/language.ts';
import classes from './Board.module.css';
import type { useQuickChoices } from './useQuickChoices.ts';

interface Props {
  list: ReturnType<typeof useQuickChoices>;
  onChoose: (choice: QuickChoice) => void;
}

/** The people or tags that begin with the typed text. */
export function QuickChoices({ list, onChoose }: Props) {
  if (list.choices.length === 0) return null;
  return (
    <div className={classes.choices} role="listbox" id={list.id} aria-label={t('task.quick_choices')}>
      {list.choices.map((choice, index) => (
        <div
          key={choice.key}
          id={`${list.id}-${index}`}
          role="option"
          aria-selected={index === list.at}
          className={classes.choice}
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(choice);
          }}
        >
          {choice.name}
        </div>
      ))}
    </div>
  );
}
