let open: (text: string) => void = () => undefined;

/** The shell says how the search over everything is opened with words. */
export const onSearchWish = (run: (text: string) => void): void => {
  open = run;
};
/** Opens the search over everything. */
export const wishSearch = (text: string): void => open(text);
