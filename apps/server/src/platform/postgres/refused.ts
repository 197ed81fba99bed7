/** The server cannot start, and `message` is the one sentence that tells the operator why and what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Somebody else has this data folder open. What starts beside the server words it for itself. */
export class DataInUse extends StartRefused {
  override name = 'DataInUse';
}
