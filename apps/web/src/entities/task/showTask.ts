let open: (id: number) => void = () => undefined;

/** Lets the shell register how a task is opened above the current screen. */
export const onShowTask = (run: (id: number) => void): void => {
  open = run;
};
/** Opens a task above the screen that leads to it. */
export const showTask = (id: number): void => open(id);
