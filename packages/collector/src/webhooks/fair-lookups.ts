import { boundedCache } from '../bounded-cache.ts';

/** Asks the system's resolver for every address of a name; tests bring their own. */
export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void;

type Heard = Parameters<Resolve>[1];
type Pace = 'quick' | 'new' | 'slow';
/** Names whose lookups share their places: how many may begin, and which paces go first. */
type Lane = { free: number; readonly paces: readonly Pace[] };

/** A name that takes longer is slow until it has taken less. */
const QUICK_MS = 1000;
/** Names that are asked for at one time, and whose pace is known. */
const MOST_NAMES = 10_000;

class TooManyNames extends Error {
  override readonly name = 'TooManyNames';
  readonly code = 'EAI_AGAIN';
}

/**
 * Lookups that leave room for each other. The system makes them in few threads, of which the whole process has two at a
 * time (libuv), and a name whose server is silent keeps one for longer than anybody waits. So a name is asked for once at a
 * time, for all who want it, and of those that are new or were slow one goes at a time: the other thread is for the quick.
 */
export function fairLookups(resolve: Resolve, now = () => performance.now()): Resolve {
  const asked = new Map<string, Heard[]>();
  const paces = boundedCache<Pace>(MOST_NAMES);
  const waiting: Record<Pace, string[]> = { quick: [], new: [], slow: [] };
  const quickLane: Lane = { free: 2, paces: ['quick'] };
  const slowLane: Lane = { free: 1, paces: ['new', 'slow'] };

  function begin(lane: Lane): void {
    while (lane.free > 0) {
      const first = lane.paces.find((pace) => waiting[pace].length > 0);
      const name = first && waiting[first].shift();
      if (name === undefined) return;
      lane.free -= 1;
      look(name, lane);
    }
  }

  function look(name: string, lane: Lane): void {
    const startedAt = now();
    resolve(name, (error, addresses) => {
      lane.free += 1;
      paces.set(name, now() - startedAt <= QUICK_MS ? 'quick' : 'slow');
      const heard = asked.get(name) ?? [];
      asked.delete(name);
      for (const done of heard) done(error, addresses);
      begin(lane);
    });
  }

  return (name, done) => {
    const others = asked.get(name);
    if (others !== undefined) return void others.push(done);
    if (asked.size >= MOST_NAMES) return done(new TooManyNames('Too many names are looked up'), []);
    asked.set(name, [done]);
    const pace = paces.get(name) ?? 'new';
    waiting[pace].push(name);
    begin(pace === 'quick' ? quickLane : slowLane);
  };
}
