const POLL_MS = 1000;
const POLLS = 30;

/** The error of a script, style or frame that neither arrived nor failed in time. */
export class NotLoaded extends Error {
  constructor() {
    super(`not loaded after ${POLLS} polls`);
  }
}

/** Looks once a second whether something has loaded, and gives up after 30 times. Returns a function that stops it. */
export function pollLoaded(isLoaded: () => boolean, onGivenUp: () => void): () => void {
  let polls = 0;
  const timer = setInterval(() => {
    polls += 1;
    if (isLoaded()) clearInterval(timer);
    else if (polls >= POLLS) {
      clearInterval(timer);
      onGivenUp();
    }
  }, POLL_MS);
  return () => clearInterval(timer);
}

/** Waits for files that an import requests, with the same limit. @throws NotLoaded */
export async function loadedInTime<T>(loading: Promise<T>): Promise<T> {
  let isDone = false;
  const late = Promise.withResolvers<never>();
  const end = pollLoaded(
    () => isDone,
    () => late.reject(new NotLoaded()),
  );
  try {
    return await Promise.race([loading, late.promise]);
  } finally {
    isDone = true;
    end();
  }
}
