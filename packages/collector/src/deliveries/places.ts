import type { Answer } from '@cvq/storage';

/** Room for attempts at the same time, so that no receiver can take that of others. */
export type Slots = {
  /** Which of these endpoints have room, and for how many. Who comes first changes from call to call. */
  free(endpoints: readonly string[]): { endpoint: string; limit: number }[];
  take(endpoint: string): void;
  release(endpoint: string, answer: Answer): void;
};

const PER_ENDPOINT = 32;
/** One that let an attempt time out holds a single one until it answers again. */
const PER_SILENT_ENDPOINT = 1;
const IN_ALL = 512;

export function createSlots(): Slots {
  const taken = new Map<string, number>();
  const silent = new Set<string>();
  let inAll = 0;
  let calls = 0;
  return {
    free(endpoints) {
      calls += 1;
      const start = calls % Math.max(endpoints.length, 1);
      const inTurn = [...endpoints.slice(start), ...endpoints.slice(0, start)];
      let left = IN_ALL - inAll;
      return inTurn.flatMap((endpoint) => {
        const most = silent.has(endpoint) ? PER_SILENT_ENDPOINT : PER_ENDPOINT;
        const limit = Math.min(most - (taken.get(endpoint) ?? 0), left);
        if (limit <= 0) return [];
        left -= limit;
        return [{ endpoint, limit }];
      });
    },
    take(endpoint) {
      inAll += 1;
      taken.set(endpoint, (taken.get(endpoint) ?? 0) + 1);
    },
    release(endpoint, { error }) {
      inAll -= 1;
      const rest = (taken.get(endpoint) ?? 1) - 1;
      if (rest === 0) taken.delete(endpoint);
      else taken.set(endpoint, rest);
      if (error?.startsWith('timeout')) silent.add(endpoint);
      else silent.delete(endpoint);
    },
  };
}
