import { act, render, screen } from '@testing-library/react';
import { Suspense, startTransition, use, useState } from 'react';

/**
 * Shows a hook's value on a page whose other part loads. React renders a new key with both, and shows the page of the
 * former key until the part has arrived.
 *
 * @param hook  is called with the page's key, 0 at first; its value is shown, and its setter belongs to what is shown
 * @param loadingKey  the key whose other part is missing until `arrive`
 */
export function renderBesideLoading<Value extends string | number, Setter>(
  hook: (key: number) => readonly [Value, Setter],
  loadingKey: number,
) {
  const part = Promise.withResolvers<void>();
  let goTo = (_key: number) => {};
  let latest: Setter | undefined;
  function Shown({ of }: { of: number }) {
    const [value, setter] = hook(of);
    latest = setter;
    return <output>{value}</output>;
  }
  function Part({ of }: { of: number }) {
    if (of === loadingKey) use(part.promise);
    return null;
  }
  function Page() {
    const [key, setKey] = useState(0);
    goTo = (next) => startTransition(() => setKey(next));
    return (
      <Suspense>
        <Shown of={key} />
        <Part of={key} />
      </Suspense>
    );
  }
  render(<Page />);
  return {
    go: (key: number) => act(async () => goTo(key)),
    arrive: () => act(async () => part.resolve()),
    /** The setter of the last rendering, shown or not. */
    setter: () => latest as Setter,
    shown: () => screen.getByRole('status').textContent,
  };
}
