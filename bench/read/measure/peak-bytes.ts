import { readFileSync } from 'node:fs';

/** The most memory that a process ever had resident, by the kernel's own mark, in bytes. */
export function peakBytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
