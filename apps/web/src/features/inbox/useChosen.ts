import { useState } from 'react';

interface Chosen {
  id: number;
  address: number;
  /** Items that this screen has put into the address and that have not arrived there yet, oldest first. */
  asked: readonly number[];
}

/**
 * The chosen item. The address follows a moment later: its own values of the past change nothing when they arrive, or
 * keys pressed meanwhile would be lost. Other values, of links and of Back, choose.
 */
export function useChosen(inAddress: number): [number, (id: number) => void] {
  const [kept, setKept] = useState<Chosen>({ id: inAddress, address: inAddress, asked: [] });
  let shown = kept;
  if (kept.address !== inAddress) {
    const place = kept.asked.indexOf(inAddress);
    const asked = kept.asked.slice(place + 1);
    shown = place < 0 ? { id: inAddress, address: inAddress, asked: [] } : { ...kept, address: inAddress, asked };
    setKept(shown);
  }
  const choose = (id: number) =>
    setKept((now) => ({
      ...now,
      id,
      asked: id === (now.asked.at(-1) ?? now.address) ? now.asked : [...now.asked, id],
    }));
  return [shown.id, choose];
}
