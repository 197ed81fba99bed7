/** The current wire time, and the reader's today: their own day, wherever the server is. */
export interface WireClock {
  now: string;
  dayStart: string;
  dayEnd: string;
  /** The end of the sixth day after today. */
  weekEnd: string;
}

const wire = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

export function wireClock(at: Date): WireClock {
  const [start, end] = [new Date(at), new Date(at)];
  start.setHours(0, 0, 0, 0);
  end.setHours(23, 59, 59, 0);
  const week = new Date(end);
  week.setDate(week.getDate() + 6);
  return { now: wire(at), dayStart: wire(start), dayEnd: wire(end), weekEnd: wire(week) };
}

export const isToday = (time: string | null, { dayStart, dayEnd }: WireClock) =>
  time !== null && time >= dayStart && time <= dayEnd;
