import type { IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { t } from '#sync/language.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Sidebar.module.css';

interface Props {
  to: string;
  icon?: typeof IconUser | undefined;
  /** A picture instead of an icon. */
  picture?: ReactNode;
  label: string;
  badge: number;
  /** True if there is something new without a number. */
  hasDot?: boolean;
  isAlarm?: boolean;
  isNarrow: boolean;
  /** True if it is marked only at exactly this address. */
  end?: boolean | undefined;
  target?: '_blank';
  /** True if it is never marked as current: its address differs in more than the path. */
  isPlain?: boolean;
}

/** A line of the sidebar that opens a screen. */
export function NavItem({
  to,
  icon: Icon,
  picture,
  label,
  badge,
  hasDot = false,
  isAlarm = false,
  isNarrow,
  end,
  target,
  isPlain = false,
}: Props) {
  const Line = isPlain ? Link : NavLink;
  return (
    <Tooltip label={label} position="right" disabled={!isNarrow}>
      <Line
        to={to}
        {...(end && !isPlain && { end })}
        {...(target && { target })}
        draggable={false}
        className={classes.item ?? ''}
        {...(isNarrow && { 'aria-label': badge > 0 ? t('nav.with_badge', { name: label, count: badge }) : label })}
      >
        {Icon ? <Icon size={20} stroke={1.75} /> : picture}
        {!isNarrow && <span className={classes.label}>{label}</span>}
        {badge > 0 && (
          <span className={classes.badge} data-alarm={isAlarm || undefined}>
            {badge > 999 ? '999+' : badge}
          </span>
        )}
        {badge === 0 && hasDot && <span className={classes.news} role="img" aria-label={t('apps.news')} />}
      </Line>
    </Tooltip>
  );
}
