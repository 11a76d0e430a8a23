import { Resolver } from 'node:dns/promises';
import { boundedCache } from '../bounded-cache.ts';
import { isLoopbackHost } from '../net/hosts.ts';

/** Asks the system's resolver for every address of a name; tests bring their own. */
export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void;

type Heard = Parameters<Resolve>[1];
type Pace = 'quick' | 'slow';
/** How many lookups of names of a pace may begin, and which names wait, the first first. */
type Lane = { free: number; readonly waiting: string[] };

type Means = {
  /** Whether no name server answers for a name. It never throws, and takes no thread. */
  readonly isSilent: (name: string) => Promise<boolean>;
  /** Milliseconds. */
  readonly now?: () => number;
};

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
 * time, for all who want it, and of names that were slow, or are new and have a silent server, one goes at a time.
 */
export function fairLookups(resolve: Resolve, { isSilent, now = () => performance.now() }: Means): Resolve {
  const asked = new Map<string, Heard[]>();
  const paces = boundedCache<Pace>(MOST_NAMES);
  const lanes: Readonly<Record<Pace, Lane>> = {
    quick: { free: 2, waiting: [] },
    slow: { free: 1, waiting: [] },
  };

  function enter(lane: Lane, name: string): void {
    lane.waiting.push(name);
    begin(lane);
  }

  function begin(lane: Lane): void {
    while (lane.free > 0) {
      const name = lane.waiting.shift();
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
    const pace = paces.get(name);
    if (pace !== undefined) return enter(lanes[pace], name);
    void isSilent(name).then((silent) => enter(lanes[silent ? 'slow' : 'quick'], name));
  };
}

/**
 * Asks name servers for a name without the system's threads. What only the system knows, such as a name of its file of
 * hosts, they deny at once. A resolver for each question: the servers may be others by then.
 */
export async function isSilentName(
  name: string,
  resolver = new Resolver({ timeout: 1000, tries: 2 }),
): Promise<boolean> {
  // No name server has to be asked for it.
  if (isLoopbackHost(name)) return false;
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.some((answer) => answer.status === 'rejected' && isTimeout(answer.reason));
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'ETIMEOUT';
}
