import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../packages/collector/bin/cvq.js', import.meta.url));
const PROBE = new URL('loop-probe.mjs', import.meta.url).href;
const HEAP_MB = 160;
export const LIMIT_MB = 512;
const TOKEN = 'token-of-the-bench-only';

/** The collector that is attacked, as it is installed: with the limits that it has by default. */
export type Victim = {
  readonly port: number;
  isAlive(): boolean;
  /** The most that it ever had resident, as the kernel counted it. */
  peakMegabytes(): number;
  heapMegabytes(): Promise<number>;
  stop(): Promise<void>;
};

/** Started with a heap of 160 MB. One that has more than 512 MB resident is ended, as a container would end it. */
export async function startVictim(folder: string, probe: string): Promise<Victim> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --import=${PROBE}`,
      HOSTILE_PROBE: probe,
      PORT: '0',
      CVQ_DATA: folder,
      CVQ_LOG_LEVEL: 'warn',
      CVQ_METRICS_TOKEN: TOKEN,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(child);
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, highWaterMark(child.pid as number));
    if (peak > LIMIT_MB) child.kill('SIGKILL');
    return peak;
  };
  const timer = setInterval(look, 100);
  return {
    port,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    peakMegabytes: look,
    heapMegabytes: () => heapOf(port),
    async stop() {
      look();
      clearInterval(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (bytes) => {
      printed += bytes;
      const port = /listening on http:\/\/[^:]+:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`The collector ended with ${code} before it listened`)));
  });
}

function highWaterMark(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function heapOf(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
    signal: AbortSignal.timeout(5000),
  }).catch(() => null);
  const text = (await answer?.text()) ?? '';
  return Number(/^nodejs_heap_size_used_bytes ([\d.e+]+)/m.exec(text)?.[1] ?? 0) / 1_048_576;
}
