import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { checkPush } from '#entities/notification/notification.actions.ts';
import { FormRow } from '#features/settings/FormRow.tsx';
import { t } from '#sync/language.ts';

/** Sends a test push, as for a closed page. */
export function PushCheck() {
  const [problem, setProblem] = useState('');
  return (
    <FormRow label={t('push.check')}>
      {(id) => (
        <div>
          <Button id={id} variant="default" onClick={() => void checkPush().then(setProblem)}>
            {t('push.check_send')}
          </Button>
          {problem && (
            <Text role="alert" size="sm" c="red" mt={4}>
              {problem}
            </Text>
          )}
        </div>
      )}
    </FormRow>
  );
}
