import type { ImportResult as Result } from '@atrium/contract/files/imports.ts';
import { Stack, Text } from '@mantine/core';
import { IconLayoutKanban, IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#sync/language.ts';
import classes from './ImportReport.module.css';
import { ImportCounts, Problems } from './ImportReport.tsx';

export function ImportResult({ result: { created, links, problems = [] } }: { result: Result }) {
  const isNew = Object.values(created).some((count) => count > 0);
  return (
    <Stack gap="sm">
      {isNew ? (
        <>
          <Text fw={600} component="h3" size="sm">
            {t('import.brought')}
          </Text>
          <ImportCounts counts={created} />
        </>
      ) : (
        <Text size="sm">{t('import.nothing')}</Text>
      )}
      <Problems problems={problems} />
      {links.length > 0 && (
        <ul className={classes.links}>
          {links.map(({ type, id, name }) => (
            <li key={`${type}${id}`}>
              <Link to={type === 'project' ? `/manage/project/${id}` : `/manage/messenger?dialog=${id}`}>
                {type === 'project' ? (
                  <IconLayoutKanban size={18} stroke={1.75} aria-hidden="true" />
                ) : (
                  <IconMessage size={18} stroke={1.75} aria-hidden="true" />
                )}
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
