import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Bytes of lines that wait until they can be written. What does not fit is lost. */
const MOST_WAITING = 1_000_000;
const RETRY_MS = 200;

type Options = {
  /** Called when lines can be written again after some were lost: how many, and what kept them. */
  readonly onLost: (lines: number, cause: Error) => void;
};

/**
 * Writes the lines of a log, each before `write` returns where the system takes it. What it does not take, on a full disk or
 * in a pipe that nobody reads, waits up to a bound and is tried again: a log must never keep a request waiting.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #onLost: Options['onLost'];
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lost = 0;
  #cause: Error | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `fd` is an open descriptor. One of a pipe or a socket must be one that does not wait. */
  constructor(fd: number, { onLost }: Options) {
    this.#fd = fd;
    this.#onLost = onLost;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waitingBytes > 0 && this.#waitingBytes + bytes.length > MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#timer === null) this.#flush();
  }

  #flush(): void {
    try {
      this.#writeWaiting();
    } catch (error) {
      this.#cause = error as Error;
      this.#retryLater();
      return;
    }
    if (this.#lost > 0 && this.#cause !== null) {
      const lines = this.#lost;
      this.#lost = 0;
      this.#onLost(lines, this.#cause);
    }
  }

  /** @throws what the system says, with all that it did not take still waiting. */
  #writeWaiting(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const written = writeSync(this.#fd, first);
      this.#waitingBytes -= written;
      if (written === first.length) this.#waiting.shift();
      else this.#waiting[0] = first.subarray(written);
    }
  }

  #retryLater(): void {
    // A process that ends tries once more, and waits for nothing.
    process.once('exit', this.#tryOnce);
    this.#timer = setTimeout(() => {
      process.removeListener('exit', this.#tryOnce);
      this.#timer = null;
      this.#flush();
    }, RETRY_MS).unref();
  }

  readonly #tryOnce = () => {
    try {
      this.#writeWaiting();
    } catch {
      // There is no place left that could be told.
    }
  };
}

/**
 * A descriptor of stderr that does not wait. Node.js makes a pipe and a socket such when it opens `process.stderr`; a
 * terminal, which a key can hold, is opened once more.
 */
export function stderrWithoutWaiting(): number {
  void process.stderr;
  if (!isatty(2)) return 2;
  try {
    return openSync('/dev/fd/2', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 2;
  }
}
