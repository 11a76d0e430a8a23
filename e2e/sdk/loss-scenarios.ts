import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, Visitor } from './engine.ts';
import { always, type Fault, inTurn } from './fault.ts';
import { mark, marks } from './marks.ts';
import type { Site } from './site.ts';
import type { Tracker } from './tracker.ts';

/** How thorough a run is, and how patient. */
export type Pace = {
  /** Visitors of the scenarios that many visitors play. */
  readonly visitors: number;
  /** How long the collector or the network is away. At least one request meets that, unless the tracker sends none. */
  readonly outageMs: number;
  /** How long a tracker has to deliver after that. */
  readonly recoveryMs: number;
  /** How long a page must be silent to have said everything. */
  readonly quietMs: number;
};

type Stage = {
  readonly engine: Engine;
  readonly tracker: Tracker;
  readonly site: Site;
  readonly pace: Pace;
};

export type LossScenario = {
  readonly letter: string;
  readonly title: string;
  /** The names of the events that it tracks. */
  events(pace: Pace): string[];
  play(stage: Stage): Promise<void>;
};

const OUTAGE = always({ kind: 'status', status: 503 });
/** What stands between a page and its collector while that is deployed, or in a network that asks to sign in. */
const STRANGERS: readonly [Fault, ...Fault[]] = [
  { kind: 'status', status: 404, body: 'not found' },
  { kind: 'status', status: 403, body: '{"message":"forbidden"}' },
  { kind: 'status', status: 200, body: '<!doctype html><title>Sign in</title>' },
];
const FIVE = 5;
const TEN = 10;
/** How long a slow collector takes to answer. */
const SLOW_MS = 3_000;
const FIFTY = 50;

/** The ways in which events get lost, played by every visitor alike, whatever the tracker. */
export const lossScenarios: readonly LossScenario[] = [
  {
    letter: 'A',
    title: 'tracked in the task that leaves for another page of the site',
    events: ({ visitors }) => marks('a', visitors),
    play: (stage) =>
      each(stage, (visitor, index) => trackAndGo(stage, visitor, mark('a', index), `/next?${index}`)),
  },
  {
    letter: 'A2',
    title: 'tracked in the task that leaves for a page without the tracker',
    events: ({ visitors }) => marks('b', visitors),
    play: (stage) =>
      each(stage, (visitor, index) => trackAndGo(stage, visitor, mark('b', index), `/blank?${index}`)),
  },
  {
    letter: 'B',
    title: 'tracked right after the start, by a page that leaves at once',
    events: ({ visitors }) => marks('c', visitors),
    play: (stage) =>
      each(stage, async (visitor, index) => {
        // The page is gone before a driver has seen it open.
        await visitor.open(`${stage.site.address}/bounce?${index}`).catch(() => undefined);
        await stage.site.untilVisited(`/blank?${index}`);
        await stage.site.untilQuiet(stage.pace.quietMs);
      }),
  },
  {
    letter: 'C',
    title: '50 events in a row, then gone',
    events: () => marks('d', FIFTY),
    play: (stage) =>
      visit(stage, async (visitor) => {
        await go(stage, visitor, `${trackAll(stage, 'd', FIFTY)} location.href = '/blank?c';`, '/blank?c');
      }),
  },
  {
    letter: 'D',
    title: 'tracked while the page goes away',
    events: () => marks('e', FIVE),
    play: (stage) =>
      visit(stage, async (visitor) => {
        const handler = `addEventListener('pagehide', () => { ${trackAll(stage, 'e', FIVE)} });`;
        await go(stage, visitor, `${handler} location.href = '/blank?d';`, '/blank?d');
      }),
  },
  {
    letter: 'H',
    title: 'ten pages left at once, while the collector takes three seconds to answer',
    events: () => marks('i', TEN),
    play: (stage) =>
      visit(stage, async (visitor) => {
        stage.site.faults = always({ kind: 'slow', delayMs: SLOW_MS });
        for (const [index, name] of marks('i', TEN).entries()) {
          await visitor.run(stage.tracker.track(JSON.stringify(name)));
          await visitor.open(`${stage.site.address}/next?i${index}`);
        }
        await pause(2 * SLOW_MS);
        await delivered(stage, marks('i', TEN));
      }),
  },
  {
    letter: 'I',
    title: 'in three tabs while the collector is away, one of which is left',
    events: () => [...marks('j', FIVE), mark('k', 0), mark('k', 1)],
    play: (stage) =>
      visit(stage, async (visitor) => {
        stage.site.faults = OUTAGE;
        for (const index of [0, 1]) await visitor.openTab(`${stage.site.address}/tab?${index}`);
        await visitor.run(trackAll(stage, 'j', FIVE));
        await pause(stage.pace.outageMs);
        await go(stage, visitor, `location.href = '/next?i';`, '/next?i');
        stage.site.faults = () => ({ kind: 'none' });
        await delivered(stage, [...marks('j', FIVE), mark('k', 0), mark('k', 1)]);
      }),
  },
  {
    letter: 'E',
    title: 'the collector is away for a while, the page stays',
    events: () => marks('f', FIVE),
    play: (stage) =>
      visit(stage, async (visitor) => {
        await outage(stage, visitor, 'f');
        stage.site.faults = () => ({ kind: 'none' });
        await delivered(stage, marks('f', FIVE));
      }),
  },
  {
    letter: 'F',
    title: 'the visitor is offline for a while, the page stays',
    events: () => marks('g', FIVE),
    play: (stage) =>
      visit(stage, async (visitor) => {
        await setOffline(stage, visitor, true);
        await visitor.run(trackAll(stage, 'g', FIVE));
        await pause(stage.pace.outageMs);
        await setOffline(stage, visitor, false);
        await delivered(stage, marks('g', FIVE));
      }),
  },
  {
    letter: 'G',
    title: 'the collector is away, the visitor leaves and comes back later',
    events: () => marks('h', FIVE),
    play: (stage) =>
      visit(stage, async (visitor) => {
        await outage(stage, visitor, 'h');
        await go(stage, visitor, `location.href = '/blank?g';`, '/blank?g');
        await stage.site.untilQuiet(stage.pace.quietMs);
        stage.site.faults = () => ({ kind: 'none' });
        await visitor.open(`${stage.site.address}/next?g`);
        await delivered(stage, marks('h', FIVE));
      }),
  },
  {
    letter: 'J',
    title: 'something in between answers for a while: 404, 403, or 200 with a page',
    events: () => marks('l', FIVE),
    play: (stage) =>
      visit(stage, async (visitor) => {
        stage.site.faults = inTurn(...STRANGERS);
        await visitor.run(trackAll(stage, 'l', FIVE));
        await stage.site.until(() => stage.site.failed >= STRANGERS.length, 2 * stage.pace.outageMs);
        stage.site.faults = () => ({ kind: 'none' });
        await delivered(stage, marks('l', FIVE));
      }),
  },
];

/** The pages that the scenarios walk through. */
export function lossPage(tracker: Tracker) {
  return ({ pathname, search }: URL, { endpoint }: Site) => {
    const begin = `<!doctype html><meta charset="utf-8"><title>${pathname}</title>`;
    if (pathname === '/blank') return { html: `${begin}<p>Nothing is tracked here.</p>` };
    if (pathname === '/bounce') {
      const name = JSON.stringify(mark('c', Number(search.slice(1))));
      const leave = `<script>${tracker.track(name)} location.href = '/blank${search}';</script>`;
      return { html: `${begin}${tracker.head(endpoint)}${leave}` };
    }
    if (pathname === '/tab') {
      const name = JSON.stringify(mark('k', Number(search.slice(1))));
      return { html: `${begin}${tracker.head(endpoint)}<script>${tracker.track(name)}</script>` };
    }
    if (pathname === '/' || pathname === '/next')
      return { html: `${begin}${tracker.head(endpoint)}<p>A page.</p>` };
    return undefined;
  };
}

async function each(stage: Stage, play: (visitor: Visitor, index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < stage.pace.visitors; index++) {
    const visitor = await stage.engine.arrive();
    try {
      await play(visitor, index);
    } finally {
      await visitor.leave();
    }
  }
}

/** One visitor opens a page and looks at it until it has said everything. */
async function visit(stage: Stage, play: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await stage.engine.arrive();
  try {
    await visitor.open(`${stage.site.address}/`);
    await stage.site.untilQuiet(stage.pace.quietMs);
    await play(visitor);
    await stage.site.untilQuiet(stage.pace.quietMs);
  } finally {
    await visitor.leave();
  }
}

async function trackAndGo(stage: Stage, visitor: Visitor, event: string, target: string): Promise<void> {
  await visitor.open(`${stage.site.address}/`);
  await stage.site.untilQuiet(stage.pace.quietMs);
  await go(
    stage,
    visitor,
    `${stage.tracker.track(JSON.stringify(event))} location.href = '${target}';`,
    target,
  );
  await stage.site.untilQuiet(stage.pace.quietMs);
}

/** Runs statements that leave the page, and waits for the page that they lead to. */
async function go({ site }: Stage, visitor: Visitor, statements: string, target: string): Promise<void> {
  await visitor.runAndGo(statements);
  await site.untilVisited(target);
}

async function outage({ site, pace, tracker }: Stage, visitor: Visitor, series: string): Promise<void> {
  const before = site.failed;
  site.faults = OUTAGE;
  await visitor.run(trackAll({ tracker }, series, FIVE));
  await pause(pace.outageMs);
  await site.until(() => site.failed > before, pace.outageMs);
}

function trackAll({ tracker }: Pick<Stage, 'tracker'>, series: string, count: number): string {
  return `for (const name of ${JSON.stringify(marks(series, count))}) { ${tracker.track('name')} }`;
}

/** A driver without a command for the network gets the same at the other end of the line. */
async function setOffline({ engine, site }: Stage, visitor: Visitor, isOffline: boolean): Promise<void> {
  if (engine.name !== 'webkit') return visitor.setOffline(isOffline);
  site.faults = always({ kind: isOffline ? 'cut before' : 'none' });
  await visitor.run(`dispatchEvent(new Event('${isOffline ? 'offline' : 'online'}'))`);
}

async function delivered({ site, pace }: Stage, names: readonly string[]): Promise<void> {
  await site.until(() => names.every((name) => site.arrivals.has(name)), pace.recoveryMs);
}
