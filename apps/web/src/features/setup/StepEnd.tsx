import { Button, Group } from '@mantine/core';
import { Problem } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';

export interface StepProps {
  onNext: () => void;
  /** Goes back; absent in the first step. */
  onBack?: () => void;
}

interface Props extends StepProps {
  problem?: string;
  isBusy?: boolean;
  /** The text of the button that submits; by default "Continue". */
  action?: string;
  /** True if the step may be skipped. */
  canSkip?: boolean;
}

/** The end of a step's form: the error, Back, Skip, and on. */
export const StepEnd = ({ problem = '', isBusy = false, action, canSkip = true, onBack, onNext }: Props) => (
  <>
    <Problem words={problem} />
    <Group mt="md">
      {onBack && (
        <Button variant="default" onClick={onBack}>
          {t('action.back')}
        </Button>
      )}
      <Group ml="auto">
        {canSkip && (
          <Button variant="subtle" color="gray" onClick={onNext}>
            {t('setup.skip')}
          </Button>
        )}
        <Button type="submit" loading={isBusy}>
          {action ?? t('setup.next')}
        </Button>
      </Group>
    </Group>
  </>
);
