let open: (id: number) => void = () => undefined;

/** Lets the shell register how a task is opened above the current screen. */
export const onTaskWish = (run: (id: number) => void): void => {
  open = run;
};
/** Opens a task above the screen that leads to it. */
export const wishTask = (id: number): void => open(id);
