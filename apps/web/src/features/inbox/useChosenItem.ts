import { useReducer } from 'react';

interface Chosen {
  id: number;
  address: number;
  /** Items that this screen has put into the address and that have not arrived there yet, oldest first. */
  asked: readonly number[];
}

type Change = { choose: number } | { arrive: number };

function changed(now: Chosen, change: Change): Chosen {
  if ('choose' in change) {
    const id = change.choose;
    return { ...now, id, asked: id === (now.asked.at(-1) ?? now.address) ? now.asked : [...now.asked, id] };
  }
  const address = change.arrive;
  const place = now.asked.indexOf(address);
  return place < 0 ? { id: address, address, asked: [] } : { ...now, address, asked: now.asked.slice(place + 1) };
}

/**
 * Returns the chosen item. The address follows a moment later. Values that this screen has put into it change nothing
 * when they arrive, because keys pressed meanwhile would be lost. Other values, such as those of links and of Back,
 * choose an item.
 */
export function useChosenItem(inAddress: number): [number, (id: number) => void] {
  // A reducer is needed, because React may compute a setter's function from a state that it has rendered and not shown,
  // such as that of an address whose item is still loading.
  const [kept, change] = useReducer(changed, { id: inAddress, address: inAddress, asked: [] });
  const arrival: Change = { arrive: inAddress };
  const isNew = kept.address !== inAddress;
  if (isNew) change(arrival);
  return [(isNew ? changed(kept, arrival) : kept).id, (id) => change({ choose: id })];
}
