import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Set in the environment of the small process, which must not replace itself again, to who has set the size of its
 * nursery. No setting: those begin with CVQ_.
 */
const MARK = 'SMALL_PROCESS_OF_CVQ';
const NURSERY = '--max-semi-space-size';
const HELPERS = '--v8-pool-size';
/** Of Node.js, whatever the machine has. */
const MOST_HELPERS = 4;

/**
 * V8 would have code that it has optimized put objects straight among the old ones, where those that the same code made
 * earlier outlived a collection. What a request makes outlives one only while it waits for its commit.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

/** What is not in the nursery of the main thread. */
const OLD_SPACE_MB = 160;

/**
 * The C library would give every thread a heap of its own, none of which ever shrinks, and would keep what was large
 * once for what is large next. What it maps by itself, from a megabyte on, costs a page fault for each 4 KB each time:
 * columns of days as the file has them are smaller.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/**
 * Start this program over in the same process, under the same process id, with a bounded memory, which can only be said
 * before a process starts. `nurseryMb`: for each half of the nursery, where what is short-lived has room; V8 would let it
 * grow to 48 MB. Its threads share as many helpers of V8, which compile and collect garbage, as leave one processor to
 * them: four beside two processors kept events waiting. What the operator has set stays. Returns in the small process,
 * and where the system cannot replace a process.
 */
export function becomeSmallProcess(nurseryMb: number): void {
  const { env, execPath, execArgv, argv, execve } = process;
  // As long as the flag is set, it is the size of the nursery of each thread, whatever that thread was given.
  if (env[MARK] === 'cvq') setFlagsFromString(`${NURSERY}=0`);
  if (env[MARK] !== undefined || execve === undefined || process.platform === 'win32') return;
  // V8 knows both spellings.
  const given = `${env.NODE_OPTIONS ?? ''} ${execArgv.join(' ')}`.replaceAll('_', '-');
  const helpers = Math.min(MOST_HELPERS, Math.max(1, availableParallelism() - 1));
  const flags = [
    `${NURSERY}=${nurseryMb}`,
    `--max-old-space-size=${OLD_SPACE_MB}`,
    `${HELPERS}=${helpers}`,
    // Threads say when they have left behind what is to be collected.
    '--expose-gc',
    NO_PRETENURING,
  ].filter((flag) => !given.includes(nameOf(flag)));
  execve.call(process, execPath, [execPath, ...execArgv, ...flags, ...argv.slice(1)], {
    ...ENVIRONMENT,
    ...definedIn(env),
    [MARK]: given.includes(NURSERY) ? 'operator' : 'cvq',
  });
}

/** Without the hyphens and without `no-`, so that both `--expose-gc` and `--no-expose-gc` have it. */
const nameOf = (flag: string) => flag.replace(/^--(no-)?/, '').split('=', 1)[0] as string;

function definedIn(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
