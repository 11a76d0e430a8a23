const NAME = 'ConnectionStuck';

/** After a failure a connection could not be made free again: only a new one, in a new thread, can be used. */
export class ConnectionStuck extends Error {
  override readonly name = NAME;

  /** @param failed what failed first */
  constructor(failed: unknown, cause: unknown) {
    super(`After "${messageOf(failed)}" the connection to the store can be used no more`, { cause });
  }
}

/** Also of an error that has come from another thread. */
export function isConnectionStuck(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
