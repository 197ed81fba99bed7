import type { TeamStats } from '@atrium/contract/people/team.ts';
import { t } from '#sync/language.ts';
import classes from './Team.module.css';

interface Props {
  priority: TeamStats['priority'];
  chosen: number | undefined;
  onChoose: (level: number | undefined) => void;
}

/** The priorities of open tasks. */
export function TeamPriorities({ priority, chosen, onChoose }: Props) {
  const all = priority.reduce((sum, row) => sum + row.num, 0);
  if (all === 0) return null;
  return (
    <section className={classes.box} aria-label={t('team.by_priority')}>
      <h2>{t('team.by_priority')}</h2>
      <span className={classes.whole} aria-hidden="true">
        {priority.map(({ level, color, num }) => (
          <i key={level} style={{ flexGrow: num, backgroundColor: color }} />
        ))}
      </span>
      <ul className={classes.members}>
        {priority.map(({ level, name, color, num }) => (
          <li key={level}>
            <button
              type="button"
              className={classes.level}
              aria-pressed={chosen === level}
              onClick={() => onChoose(chosen === level ? undefined : level)}
            >
              <i style={{ backgroundColor: color }} aria-hidden="true" />
              <span className={classes.name}>{name || t('team.no_priority')}</span>
              <span className={classes.total}>{num}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
