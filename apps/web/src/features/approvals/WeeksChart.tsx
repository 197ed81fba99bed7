import { locale, t } from '#sync/language.ts';
import classes from './WeeksChart.module.css';

interface Week {
  monday: string;
  submitted: number;
  ended: number;
}

/** Labels below the columns: every one would be too many for a year. */
const MOST_LABELS = 8;
const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The number of submitted and ended requests, by week. */
export function WeeksChart({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.flatMap(({ submitted, ended }) => [submitted, ended]));
  const labeled = Math.ceil(weeks.length / MOST_LABELS);
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.legend}>
        <span data-kind="submitted">{t('approval.week_submitted')}</span>
        <span data-kind="ended">{t('approval.week_ended')}</span>
      </figcaption>
      <ol className={classes.weeks}>
        {weeks.map(({ monday, submitted, ended }, at) => {
          const day = short.format(new Date(monday));
          const words = t('approval.week_words', { day, submitted, ended });
          return (
            <li key={monday} title={words}>
              <span className="visually-hidden">{words}</span>
              <span className={classes.columns} aria-hidden="true">
                <span data-kind="submitted" style={{ blockSize: `${(100 * submitted) / most}%` }}>
                  {submitted > 0 && <small>{submitted}</small>}
                </span>
                <span data-kind="ended" style={{ blockSize: `${(100 * ended) / most}%` }}>
                  {ended > 0 && <small>{ended}</small>}
                </span>
              </span>
              <small aria-hidden="true">{at % labeled === 0 ? day : ''}</small>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
