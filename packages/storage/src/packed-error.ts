/**
 * An error on its way between threads. A clone keeps neither the class of our own errors nor their code, and an
 * operator who cannot see the stack cannot find the fault.
 */
export type PackedError = {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly cause: PackedError | undefined;
};

/** Causes of causes are kept to this depth: an error may be its own cause. */
const MAX_CAUSES = 5;

/** What was thrown, as plain data. Anything may be thrown, so anything is taken. */
export function packError(thrown: unknown, depth = MAX_CAUSES): PackedError {
  if (!(thrown instanceof Error)) {
    return { name: 'Error', message: String(thrown), stack: undefined, code: undefined, cause: undefined };
  }
  const { name, message, stack, cause } = thrown;
  const code = 'code' in thrown ? String(thrown.code) : undefined;
  const hasCause = cause !== undefined && depth > 0;
  return { name, message, stack, code, cause: hasCause ? packError(cause, depth - 1) : undefined };
}

/** The error again, with its class name, stack, code and causes. Its class itself stays in the other thread. */
export function unpackError({ name, message, stack, code, cause }: PackedError): Error {
  const error = new Error(message, cause && { cause: unpackError(cause) });
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
