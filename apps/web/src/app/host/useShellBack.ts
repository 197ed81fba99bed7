import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { previousRoute } from '#app/routing/history.ts';
import { host } from '#host/browser.ts';
import { goBack, listenToBackSwipes } from '#ui/keys/goBack.ts';

/** Screens at which an app ends instead of going back. */
const isStart = (path: string) => path === '/manage/dashboard' || path === '/manage/messenger';

/** The back key of a shell, and a swipe from the left edge of a touch screen. */
export function useShellBack(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const back = useRef<() => void>(() => undefined);
  back.current = () => {
    if (goBack()) return;
    if (isStart(pathname)) return host.leave();
    const to = previousRoute();
    void navigate(to === '/' ? '/manage/dashboard' : to, { replace: true });
  };
  useEffect(() => host.onBack(() => back.current()), []);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return;
    return listenToBackSwipes(() => back.current());
  }, []);
}
