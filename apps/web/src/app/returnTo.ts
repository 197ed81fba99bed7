/** Where to go after signing in: a page of ours and nothing else, whatever the address bar says. */
export function safeReturn(from: string | null): string {
  if (!from || !/^\/(?![/\\])/.test(from)) return '/manage/dashboard';
  const url = new URL(from, 'http://atrium.invalid');
  const isOurs = url.origin === 'http://atrium.invalid' && !url.pathname.startsWith('/login');
  return isOurs ? url.pathname + url.search : '/manage/dashboard';
}
