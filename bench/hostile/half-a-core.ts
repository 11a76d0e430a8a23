import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const LOOK_MS = 10;
const SHARE = 0.5;
const TICK_MS = 10;
/** What it may be ahead of its share. */
const SLACK_MS = 20;

/**
 * Holds a process to half a core from outside: looked at every ten milliseconds, and stopped by a signal for as long as it
 * has used more processor time than half of the time that has passed. At the lowest priority: an attacker is another
 * machine, whose work does not take the processor from the collector.
 */
export function halfACore(child: ChildProcess): { end(): number } {
  const began = performance.now();
  setPriority(child.pid as number, constants.priority.PRIORITY_LOW);
  let isStopped = false;
  const timer = setInterval(() => {
    const isAhead = usedMs(child.pid as number) > (performance.now() - began) * SHARE + SLACK_MS;
    if (isAhead === isStopped) return;
    isStopped = isAhead;
    child.kill(isAhead ? 'SIGSTOP' : 'SIGCONT');
  }, LOOK_MS);
  return {
    /** Ends it, and tells what of a core it has used. */
    end() {
      clearInterval(timer);
      const share = usedMs(child.pid as number) / (performance.now() - began);
      child.kill('SIGKILL');
      return share;
    },
  };
}

function usedMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
