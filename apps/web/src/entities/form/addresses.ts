/** Splits texts into addresses: some keyboards and password managers enter several as one text. */
export const splitAddresses = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.split(/[,;\s]+/)).filter(Boolean)),
];
