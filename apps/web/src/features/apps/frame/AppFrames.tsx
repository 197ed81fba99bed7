import { AppFrame, type AppLinks } from './AppFrame.tsx';
import classes from './AppFrames.module.css';
import { endApp, keepApp, nameOf, type OpenApp, reloadApp, useOpenApps } from './openApps.ts';

/**
 * The open apps above the screen. They are not in the screen itself, because a frame that is moved or removed loses what
 * is in it.
 */
export function AppFrames({ onClose, ...links }: AppLinks & { onClose: () => void }) {
  const { list, shown } = useOpenApps();
  const close = (app: OpenApp) => {
    // A hidden app closes itself without leaving the screen that is shown.
    if (nameOf(app) === useOpenApps.getState().shown) onClose();
    endApp(app.id, app.key);
  };
  return list.map((app) => {
    const isShown = nameOf(app) === shown;
    return (
      <div key={nameOf(app)} className={classes.place} data-away={!isShown || undefined} inert={!isShown}>
        <AppFrame
          key={app.turn}
          {...links}
          id={app.id}
          menu={app.key}
          onClose={() => close(app)}
          onReload={() => reloadApp(app.id, app.key)}
          onKept={(isKept) => keepApp(app.id, app.key, isKept)}
        />
      </div>
    );
  });
}
