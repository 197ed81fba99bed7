import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/IconButton.tsx';
import { useBack } from '#ui/keys/goBack.ts';
import classes from './ScreenHeader.module.css';
import { usePageTitle } from './usePageTitle.ts';

interface Props {
  title: ReactNode;
  left?: ReactNode;
  back?: { label: string; run: () => void };
  children?: ReactNode;
}

/** The common header of screens: title left, actions right. */
export function ScreenHeader({ title, left, back, children }: Props) {
  usePageTitle(typeof title === 'string' ? title : '');
  useBack(back?.run);
  return (
    <header className={classes.header}>
      {back && (
        <IconButton size={34} aria-label={back.label} onClick={back.run}>
          <IconChevronLeft size={22} stroke={1.75} />
        </IconButton>
      )}
      <h1 className={classes.title}>{title}</h1>
      {left}
      <div className={classes.actions}>{children}</div>
    </header>
  );
}
