/** The server cannot start, and `message` is the one sentence that tells the operator why and what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
