import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { SignInCard } from '#features/signin/SignInCard.tsx';
import { t } from '#sync/language.ts';

/** The page after a person has deleted their account: the sign-in page alone would not show that it worked. */
export function AccountDeleted() {
  const navigate = useNavigate();
  return (
    <SignInCard title={t('delete.done_title')} text={t('delete.done_text')}>
      <Button size="md" variant="default" onClick={() => void navigate('/login', { replace: true })}>
        {t('forgot.to_sign_in')}
      </Button>
    </SignInCard>
  );
}
