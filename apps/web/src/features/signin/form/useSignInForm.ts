import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DoneWork } from '#features/signin/captcha/deviceWork.ts';
import {
  askCaptcha,
  askRegistration,
  type Captcha,
  closed,
  isCaptchaNeeded,
  type Registration,
  signIn,
  type Ticket,
} from '#features/signin/signin.actions.ts';
import { askWays, type SignInWays } from '#features/signin/sso.actions.ts';
import { host } from '#host/browser.ts';

export type SignInForm = ReturnType<typeof useSignInForm>;

interface Options {
  onDone: (isNew?: boolean) => void;
  /** Called if the password is right, and a second factor is missing. */
  onTicket: (ticket: Ticket) => void;
}

/** The fields of sign-in and registration, the ways that the server allows, and its answer to the last attempt. */
export function useSignInForm({ onDone, onTicket }: Options) {
  const [registration, setRegistration] = useState<Registration>(closed);
  const [ways, setWays] = useState<SignInWays>({ providers: [], password: true });
  const [isAdministrator, setAdministrator] = useState(false);
  const [isRegistering, setRegistering] = useState(false);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [invite, setInvite] = useState('');
  const [code, setCode] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [work, setWork] = useState<DoneWork | null>(null);
  const [problem, setProblem] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [isMailed, setMailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Partial<Record<'email' | 'password' | 'invite' | 'code', boolean>>>({});
  const element = useRef<HTMLFormElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  // The first invalid or missing field gets the focus.
  useEffect(() => {
    element.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  useEffect(() => {
    void askRegistration().then((answer) => {
      setRegistration(answer);
      if (answer.first) setRegistering(true);
    });
    void askWays().then(setWays);
    host.tellSession(0, '');
  }, []);

  const needsPassword = !isRegistering || registration.first || !registration.can_reset;

  const renewCaptcha = async () => {
    setCode('');
    setWork(null);
    setCaptcha(await askCaptcha());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem('');
    const missing = {
      email: !/^[^\s@]+@[^\s@]+$/.test(email.trim()),
      password: needsPassword && !password,
      invite: isRegistering && registration.need && !invite.trim(),
      code: !isRegistering && captcha !== null && !work && !code.trim(),
    };
    setWrong(missing);
    if (Object.values(missing).some(Boolean)) return;
    setBusy(true);
    const outcome = await signIn({
      type: isRegistering ? 'reg' : 'login',
      email,
      password: needsPassword ? password : '',
      invite,
      code: work?.code ?? code,
      code_key: work?.key ?? captcha?.key ?? '',
    });
    setBusy(false);
    if (outcome.isDone) return onDone(isRegistering);
    if (outcome.ticket) return onTicket(outcome.ticket);
    setMailed(outcome.code === 'email');
    setProblem(outcome.message);
    const isFirst = captcha === null;
    if (outcome.code === 'need') await renewCaptcha();
    if (outcome.code === 'need' && isFirst) setAsking(true);
    else passwordField.current?.select();
  };

  return {
    registration,
    ways,
    isRegistering,
    /** Changes from sign-in to registration, or back. */
    toggle() {
      setRegistering(!isRegistering);
      setWrong({});
      setProblem('');
      setCaptcha(null);
    },
    /** True if an address and a password can be typed: a workspace can allow other ways only. */
    hasFields: ways.password || isAdministrator || registration.first,
    /** Shows the fields to an administrator, whose password works in any case. */
    showFields: () => setAdministrator(true),
    /** False if mail is set up: a new password is then chosen behind the mailed link. */
    needsPassword,
    ...{ email, setEmail, password, setPassword, invite, setInvite, code, setCode },
    /** The picture whose text is to be typed; null where none is needed. */
    captcha,
    renewCaptcha,
    async checkCaptcha() {
      if (!isRegistering && email && !captcha && (await isCaptchaNeeded(email))) await renewCaptcha();
    },
    /** The proof of work instead of the picture's text. */
    work,
    setWork,
    /** True if the server asked for the picture's text on submit, so that it is missing now. */
    isAsking,
    problem,
    setProblem,
    /** True if a mailed link has to be opened first. */
    isMailed,
    isBusy,
    /** The fields that are empty or malformed. */
    wrong,
    submit,
    element,
    passwordField,
  };
}
