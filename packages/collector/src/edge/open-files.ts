import { readFileSync } from 'node:fs';

/** Files that a collector needs beside its connections: stores, threads, and webhooks under way. */
const RESERVED = 640;

/** How many connections fit beside the stores, and what an operator should know of it. */
export type Room = { readonly connections: number; readonly warning: string | null };

/**
 * A process that may open few files must not spend them on connections: the stores need theirs. Where the limit cannot
 * be told, what is wanted is taken.
 */
export function roomForConnections(wanted: number, limit: number | null = openFileLimit()): Room {
  const needed = wanted + RESERVED;
  if (limit === null || limit >= needed) return { connections: wanted, warning: null };
  const connections = Math.min(wanted, Math.max(limit - RESERVED, Math.floor(limit / 2)));
  return {
    connections,
    warning:
      `This process may open ${limit} files, so it takes ${connections} connections at once and not ${wanted}. ` +
      `Raise the limit to ${needed} (ulimit -n ${needed}, or LimitNOFILE=${needed} for systemd), or lower CVQ_CONNECTIONS.`,
  };
}

/** Null where the system does not say, or where there is no limit. */
function openFileLimit(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return reportedLimit();
  }
}

/** For systems without /proc. */
function reportedLimit(): number | null {
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: number | string } };
  };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isInteger(soft) && soft > 0 ? soft : null;
}
