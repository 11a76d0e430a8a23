import { setTimeout as sleep } from 'node:timers/promises';
import { PROGRAMS, type Server, startServer } from '../../ingest/servers.ts';
import { atExit } from './at-exit.ts';
import { cpuMs } from './cpu-ms.ts';
import { peakBytes } from './peak-bytes.ts';

/** What one question took. */
export type Asked = {
  readonly body: unknown;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Of readers, as the answer itself tells. */
  readonly workMs: number;
};

/** Longer than the longest rest between two passes of compaction, of which the longest archives a day. */
export const COMPACTION_RESTS_MS = 20_000;

/** Settings of readers that are to be tried; those that hold where nothing is said. */
const { CVQ_READERS = '', CVQ_REPORT_BYTES = '' } = process.env;

/** A question got another answer than 200. */
export class NotAnswered extends Error {}

/** A collector over a data folder, in a process of its own, and who asks it. */
export class MeasuredCollector {
  readonly port: number;
  /** From the start of the process until it listened. */
  readonly startMs: number;
  readonly #server: Server;
  readonly #cancelKill: () => void;

  private constructor(server: Server, startMs: number) {
    this.#server = server;
    this.#cancelKill = atExit(() => process.kill(server.pid, 'SIGKILL'));
    this.port = server.port;
    this.startMs = startMs;
  }

  static async start(folder: string): Promise<MeasuredCollector> {
    const began = performance.now();
    const settings = { CVQ_READERS, CVQ_REPORT_BYTES };
    const server = await startServer({ name: 'collector', program: PROGRAMS.collector, folder, settings });
    return new MeasuredCollector(server, performance.now() - began);
  }

  /**
   * Ask the read API, and wait for the whole answer.
   * @throws NotAnswered when it is anything but 200
   */
  async ask(path: string, key: string, signal: AbortSignal | null = null): Promise<Asked> {
    const before = this.cpuMs();
    const answered = await this.answer(path, key, signal);
    return { ...answered, cpuMs: this.cpuMs() - before };
  }

  /** The same where nobody wants to know of the processor: to read what all threads took is work beside what is measured. */
  async answer(path: string, key: string, signal: AbortSignal | null = null): Promise<Omit<Asked, 'cpuMs'>> {
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' },
      signal,
    });
    const text = await response.text();
    const wallMs = performance.now() - began;
    if (response.status !== 200)
      throw new NotAnswered(`${path} was answered with ${response.status}: ${text}`);
    const workMs = Number(/work;dur=([\d.]+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]);
    return { body: JSON.parse(text), wallMs, workMs };
  }

  /** Processor milliseconds of all threads so far. */
  cpuMs(): number {
    return cpuMs(this.#server.pid);
  }

  residentBytes(): number {
    return this.#server.residentBytes();
  }

  peakBytes(): number {
    return peakBytes(this.#server.pid);
  }

  /**
   * Waits until it works on nothing any more, so that what is measured next is not what came before.
   * @param quietMs for how long it must have done nothing: compaction rests between its passes for as long as one takes
   */
  async idle(quietMs = 1000): Promise<void> {
    const [LOOK_MS, BUSY_MS, PATIENCE_MS] = [250, 10, 3_600_000];
    const until = performance.now() + PATIENCE_MS;
    for (let quiet = 0; quiet * LOOK_MS < quietMs; ) {
      if (performance.now() > until) throw new Error('The collector did not come to rest.');
      const before = this.cpuMs();
      await sleep(LOOK_MS);
      quiet = this.cpuMs() - before < BUSY_MS ? quiet + 1 : 0;
    }
  }

  stop(): Promise<void> {
    this.#cancelKill();
    return this.#server.stop();
  }
}
