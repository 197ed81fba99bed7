let open: (text: string) => void = () => undefined;

/** Lets the shell register how global search is opened with given words. */
export const onShowSearch = (run: (text: string) => void): void => {
  open = run;
};
/** Opens the search over everything. */
export const showSearch = (text: string): void => open(text);
