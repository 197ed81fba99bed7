import { IconMoon } from '@tabler/icons-react';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { pauseWords } from './pause.ts';

interface Props {
  until: string;
  /** True for a phone's header, which has space for a few words only. */
  isBrief?: boolean;
}

/** A moon and the end of somebody's pause. */
export function PauseLine({ until, isBrief = false }: Props) {
  const isPhone = useIsPhone();
  const words = pauseWords(until);
  return (
    <span title={words}>
      <IconMoon size={12} stroke={2} aria-hidden="true" style={{ verticalAlign: '-1px' }} />{' '}
      {isBrief && isPhone ? pauseWords(until, true) : words}
    </span>
  );
}
