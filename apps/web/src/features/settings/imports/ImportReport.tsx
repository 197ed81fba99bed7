import type { Import } from '@atrium/contract/files/imports.ts';
import type { MessageKey } from '@atrium/i18n/translate.ts';
import { Stack, Text } from '@mantine/core';
import { locale, t } from '#sync/language.ts';
import classes from './ImportReport.module.css';

const number = new Intl.NumberFormat(locale);

/** Lists what will be imported, and what cannot be, before the start. */
export function ImportReport({ item }: { item: Import }) {
  const { counts, parts, problems } = item.report;
  return (
    <Stack gap="sm">
      <Text fw={600} component="h3" size="sm">
        {t('import.will_come')}
      </Text>
      {/* The number of files is shown where the person chooses to import them. */}
      <ImportCounts counts={{ ...counts, files: 0 }} />
      {counts.people > 0 && item.status !== 'ready' && (
        <Text size="sm" c="dimmed">
          {t('import.people_note', { known: number.format(item.report.people_known) })}
        </Text>
      )}
      {counts.attachments > 0 && (
        <Text size="sm" c="dimmed">
          {t('import.files_note')}
        </Text>
      )}
      {parts.length > 0 && (
        <details className={classes.more}>
          <summary>{t('import.parts')}</summary>
          <ul>
            {parts.map(({ type, name, count }, index) => (
              <li key={`${type}${index}`}>
                <span className={classes.name}>{name}</span>
                <span className={classes.faint}>
                  {t(type === 'project' ? 'import.part_tasks' : 'import.part_messages', {
                    number: number.format(count),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {problems.length === 0 ? (
        <Text size="sm">{t('import.no_problems')}</Text>
      ) : (
        <>
          <Text fw={600} component="h3" size="sm">
            {t('import.problems')}
          </Text>
          <Problems problems={problems} />
        </>
      )}
    </Stack>
  );
}

/** The problems by reason, with the first locations of each. */
export const Problems = ({ problems }: { problems: Import['report']['problems'] }) =>
  problems.map(({ what, count, where }) => (
    <details key={what} className={classes.more}>
      <summary>
        {t(`import.problem.${what}` as MessageKey)} ({number.format(count)})
      </summary>
      <ul className={classes.places}>
        {where.map((place, index) => (
          <li key={`${place}${index}`}>{place}</li>
        ))}
        {count > where.length && <li>{t('import.more', { number: number.format(count - where.length) })}</li>}
      </ul>
    </details>
  ));

const KINDS = [
  'people',
  'projects',
  'columns',
  'tasks',
  'checklist_items',
  'comments',
  'attachments',
  'files',
  'dialogs',
  'messages',
  'reactions',
] as const;

/** The numbers of the kinds that exist, in order of importance. */
export function ImportCounts({ counts }: { counts: Record<string, number | undefined> }) {
  return (
    <dl className={classes.counts}>
      {KINDS.map((kind) => ({ kind, count: counts[kind] ?? 0 }))
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => (
          <div key={kind}>
            <dt>{t(`import.count.${kind}`)}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
    </dl>
  );
}
