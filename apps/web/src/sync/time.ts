/** The wire's times are in the server's zone, UTC; screens show the reader's. */
export const parseWire = (wire: string) => new Date(`${wire.slice(0, 19).replace(' ', 'T')}Z`);

export const toWire = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
