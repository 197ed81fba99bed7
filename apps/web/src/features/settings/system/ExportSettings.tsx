import { ExportPanel } from '#entities/export/ExportPanel.tsx';
import classes from '#features/settings/SettingsScreen.module.css';

/** Exports of people's tasks across projects; for administrators. */
export function ExportSettings() {
  return (
    <div className={classes.form}>
      <ExportPanel />
    </div>
  );
}
