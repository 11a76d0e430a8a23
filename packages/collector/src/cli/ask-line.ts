import { createInterface } from 'node:readline/promises';
import { terminal } from './terminal.ts';

/**
 * A line that somebody types or pastes; null where standard input ends before. The question goes to standard error, since
 * standard output belongs to what a command prints.
 */
export async function askLine(question: string): Promise<string | null> {
  const { stdin, stderr } = terminal();
  stderr.write(question);
  const lines = createInterface({ input: stdin });
  try {
    const { value, done } = await lines[Symbol.asyncIterator]().next();
    return done ? null : String(value);
  } finally {
    lines.close();
  }
}
