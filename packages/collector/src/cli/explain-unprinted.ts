import type { Printing } from './terminal.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EPIPE: 'nobody reads it any more',
};

/**
 * What a person is to know of a command whose output cannot be written; null where that is no failure: a reader that has
 * seen enough, such as `head`, closes the pipe.
 */
export function explainUnprinted(
  error: NodeJS.ErrnoException,
  printing: Printing | undefined,
): string | null {
  const { code = '' } = error;
  if (code === 'EPIPE' && !printing?.isShownOnce) return null;
  const then = printing?.ifLost ?? 'What it has is not complete.';
  return `Standard output cannot be written: ${REASONS[code] ?? error.message}. ${then}`;
}
