import { ExportPanel } from '#entities/export/ExportPanel.tsx';
import classes from '#features/settings/SettingsScreen.module.css';

/** Tasks of people, across projects, as workbooks; for administrators. */
export function ExportSettings() {
  return (
    <div className={classes.form}>
      <ExportPanel />
    </div>
  );
}
