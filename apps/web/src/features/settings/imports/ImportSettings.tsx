import { Alert, Button, Loader, Text } from '@mantine/core';
import { SampleContent } from '#entities/workspace/samples/SampleContent.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { ImportCard } from './ImportCard.tsx';
import { ImportUpload } from './ImportUpload.tsx';
import { useImports } from './useImports.ts';

/** Imports from other products, for administrators: a file, its preview, and the import itself. */
export function ImportSettings() {
  const { list, problem, load, take, forget } = useImports();
  return (
    <div className={classes.form}>
      <Text>{t('import.intro')}</Text>
      <ImportUpload onDone={take} />
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
          <Button variant="subtle" size="compact-sm" ml="sm" onClick={load}>
            {t('action.retry')}
          </Button>
        </Alert>
      )}
      {!list && !problem && <Loader size="sm" />}
      {list?.map((item) => (
        <ImportCard key={item.id} item={item} onChange={take} onGone={forget} />
      ))}
      <SampleContent />
    </div>
  );
}
