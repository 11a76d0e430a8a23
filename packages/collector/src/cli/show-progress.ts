import { terminal } from './terminal.ts';

/** How far a long command is, for who watches it. */
export type Progress = {
  /** In place of what was shown before. */
  show(text: string): void;
  /** To be called before anything else is written, and in the end. */
  clear(): void;
};

const ERASE = '\r\u001b[K';

/**
 * How far a long command is, in one line of a terminal that is written over. Where no terminal is, nothing is shown; nor where
 * what the command is for goes to the same one, as `writesMuch` says.
 */
export function showProgress({ writesMuch = false } = {}): Progress {
  const { stdout, stderr } = terminal();
  const isShown = isTerminal(stderr) && !(writesMuch && isTerminal(stdout));
  return {
    show: (text) => void (isShown && stderr.write(`${ERASE}${text} …`)),
    clear: () => void (isShown && stderr.write(ERASE)),
  };
}

function isTerminal(stream: NodeJS.WritableStream): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}
