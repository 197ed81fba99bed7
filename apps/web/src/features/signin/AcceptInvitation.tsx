import { Avatar, Button, Group, Loader, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NewPassword } from '#entities/form/NewPassword.tsx';
import { t } from '#sync/language.ts';
import { storedToken } from '#sync/token.ts';
import { NoPassword } from './form/NoPassword.tsx';
import { acceptInvitation, type InvitationInfo, readInvitation } from './invitation.actions.ts';
import { SignInCard } from './SignInCard.tsx';

/** The page of an invitation: who invites to what, and the first three things about the new person. */
export function AcceptInvitation() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const token = search.get('token') ?? '';
  const [info, setInfo] = useState<InvitationInfo | { words: string } | null>(null);
  useEffect(() => {
    void readInvitation(token).then(setInfo);
  }, [token]);
  const enter = (path: string) => void navigate(path, { replace: true });
  if (!info) return <Loader m="auto" role="status" aria-label={t('state.loading')} />;
  if ('words' in info) {
    const isIn = storedToken() !== '';
    return (
      <SignInCard title={t('forgot.gone_title')} text={info.words}>
        <Button size="md" onClick={() => enter(isIn ? '/manage/dashboard' : '/login')}>
          {t(isIn ? 'qr.open' : 'forgot.to_sign_in')}
        </Button>
      </SignInCard>
    );
  }
  if (storedToken()) {
    return (
      <SignInCard title={t('invitation.join', { name: info.workspace })} text={t('invitation.signed_in')}>
        <Button size="md" onClick={() => enter('/manage/dashboard')}>
          {t('qr.open')}
        </Button>
      </SignInCard>
    );
  }
  return <Form info={info} token={token} onDone={() => enter('/manage/setup')} />;
}

function Form({ info, token, onDone }: { info: InvitationInfo; token: string; onDone: () => void }) {
  const [email, setEmail] = useState(info.email);
  const [nickname, setNickname] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [mailed, setMailed] = useState('');
  const [missing, setMissing] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const needsPassword = !info.is_confirmed && !info.is_without_password;
  const submit = async () => {
    setBusy(true);
    const { words, isMailed } = await acceptInvitation({
      token,
      email,
      nickname,
      ...(needsPassword && { password }),
    });
    setBusy(false);
    if (isMailed) return setMailed(words);
    setProblem(words);
    if (!words) onDone();
  };
  if (mailed) {
    return (
      <SignInCard title={t('forgot.sent_title')} text={mailed}>
        {info.email === '' && (
          <Button size="md" variant="default" onClick={() => setMailed('')}>
            {t('invitation.other_address')}
          </Button>
        )}
      </SignInCard>
    );
  }
  const places = [...info.projects, ...info.departments];
  return (
    <SignInCard
      title={t('invitation.join', { name: info.workspace })}
      problem={problem}
      onSubmit={submit}
      onInvalid={setMissing}
    >
      <Group wrap="nowrap" gap="sm">
        <Avatar src={info.inviter_img} alt="" radius="xl" />
        <div style={{ minWidth: 0 }}>
          <Text>{t('invitation.from', { name: info.inviter })}</Text>
          {places.length > 0 && (
            <Text size="sm" c="dimmed">
              {places.join(' · ')}
            </Text>
          )}
        </div>
      </Group>
      <TextInput
        label={t('field.email')}
        name="email"
        type="email"
        error={missing.includes('email') && t('signin.email_wrong')}
        autoComplete="username"
        required
        withAsterisk={false}
        readOnly={info.email !== ''}
        autoFocus={info.email === ''}
        variant={info.email ? 'filled' : 'default'}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        name="nickname"
        label={t('field.nickname')}
        error={missing.includes('nickname') && t('signin.missing')}
        autoComplete="name"
        required
        withAsterisk={false}
        autoFocus={info.email !== ''}
        value={nickname}
        onChange={(event) => setNickname(event.currentTarget.value)}
      />
      {info.is_without_password && <NoPassword />}
      {needsPassword && (
        <NewPassword
          name="password"
          label={t('field.password')}
          error={missing.includes('password') && t('signin.missing')}
          min={info.password_min}
          value={password}
          onChange={setPassword}
        />
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {t(info.is_confirmed ? 'action.continue' : 'invitation.accept')}
      </Button>
    </SignInCard>
  );
}
