import type { Action } from '@cvq/collector/bots';
import { crowd, inTurn, pageviews, seeded } from './visitors.ts';

/** Visitors who do the same kind of thing, and whether they are bots. */
export type Crowd = {
  readonly what: string;
  readonly isBot: boolean;
  /** How many of a hundred bots can be told, where it takes some to know the rest. */
  readonly tellable?: number;
  /** All that they do, in the order of it. */
  readonly actions: readonly Action[];
  /** What is known of their requests beside. */
  readonly from?: { readonly isCloud?: boolean; readonly isBare?: boolean };
};

const EACH = 20;
const HALF_AN_HOUR = 1_800_000;

const times = (count: number, gap: number) => Array.from({ length: count }, () => gap);
const byQuery = (index: number) => `https://shop.example/product?id=${index}`;

/** Twenty visitors, one after the other. */
function twenty(deedsOf: (visitor: string, random: () => number) => readonly Action[]): Action[] {
  return Array.from({ length: EACH }, (_, index) => deedsOf(`visitor ${index}`, seeded(index + 1))).flat();
}

/** An event that is no page view, so long after each view that is chosen. */
function withEvents(views: readonly Action[], delayOf: (index: number) => number | null): Action[] {
  return views.flatMap((view, index) => {
    const delay = delayOf(index);
    return delay === null ? [view] : [view, { ...view, at: view.at + delay, isPageview: false }];
  });
}

/** Gaps as people leave between pages: most are short, and a few very long. */
function lognormal(median: number, spread: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
}

const burst = (perSecond: number, seconds: number, pageOf = inTurn): Action[] =>
  twenty((visitor) => pageviews(visitor, times(perSecond * seconds, 1000 / perSecond), pageOf));

/** Requests that were sent at once arrive in any order. */
const shuffled = (actions: readonly Action[]): Action[] =>
  actions.map(
    (_, index) => actions[index % 2 ? index - 1 : Math.min(index + 1, actions.length - 1)] as Action,
  );

const screen = (pages: number, jitter = 0): Action[] =>
  twenty((visitor, random) =>
    pageviews(
      visitor,
      times(720, 10_000).map((gap) => gap * (1 + jitter * random())),
      (index) => inTurn(index % pages),
    ),
  );

const fastClicker = (visitor: string, random: () => number) =>
  pageviews(
    visitor,
    times(105, 0).map(() => 900 + random() * 1630),
    inTurn,
  );

/** Visitors with one page view each, within an hour. */
const single = (count: number, pageOf: (index: number) => string): Action[] =>
  Array.from({ length: count }, (_, index) =>
    pageviews(`visitor ${index}`, [index * 5_000], () => pageOf(index)),
  ).flat();

/** Without an id of the SDK a whole school is one visitor: the hash of its address and its browser. */
const withoutIds = (actions: readonly Action[]): Action[] =>
  actions.map((action) => ({ ...action, visitor: 'one hash', source: 'hash' }));

export const CROWDS: readonly Crowd[] = [
  { what: 'burst of 20 pages a second for 10 s', isBot: true, actions: burst(20, 10) },
  { what: 'burst of 200 pages a second for 10 s', isBot: true, actions: burst(200, 10) },
  { what: 'burst of 400 pages a second for 7.5 s', isBot: true, actions: burst(400, 7.5) },
  { what: 'burst of 50 pages a second for 2 s', isBot: true, actions: burst(50, 2) },
  { what: 'burst of 5 pages a second for 20 s', isBot: true, actions: burst(5, 20) },
  { what: 'burst of 20 queries a second for 10 s', isBot: true, actions: burst(20, 10, byQuery) },
  { what: 'burst that arrives in disorder', isBot: true, actions: shuffled(burst(200, 2)) },
  {
    what: 'crawler after one event of its own',
    isBot: true,
    actions: twenty((visitor) => {
      const views = pageviews(visitor, times(400, 1500), inTurn);
      return [{ ...(views[0] as Action), isPageview: false }, ...views];
    }),
  },
  {
    what: 'crawler whose pages each fire an event',
    isBot: true,
    actions: twenty((visitor, random) =>
      withEvents(pageviews(visitor, times(40, 4000), inTurn), () => 50 + random() * 3000),
    ),
  },
  {
    what: 'crawler with one late event',
    isBot: true,
    actions: twenty((visitor) =>
      withEvents(pageviews(visitor, times(40, 3000), inTurn), (index) => (index === 0 ? 2000 : null)),
    ),
  },
  {
    what: 'crawler that reads like a person, without an end',
    isBot: true,
    actions: twenty((visitor, random) =>
      pageviews(
        visitor,
        times(2100, 0).map(() => lognormal(8000, 0.8, random)),
        inTurn,
      ),
    ),
  },
  {
    what: 'fleet from a cloud, a new id for each page',
    isBot: true,
    tellable: 66,
    actions: single(300, inTurn),
    from: { isCloud: true },
  },
  {
    what: 'fleet from a cloud that sends no language, on one page',
    isBot: true,
    tellable: 66,
    actions: single(300, () => inTurn(0)),
    from: { isCloud: true, isBare: true },
  },
  {
    what: 'school of 500 behind one address, without ids',
    isBot: false,
    actions: withoutIds(crowd(500, seeded(11))),
  },
  { what: 'office of 200 behind one address', isBot: false, actions: crowd(200, seeded(12)) },
  {
    what: 'office of 200 behind a cloud',
    isBot: false,
    actions: crowd(200, seeded(13)),
    from: { isCloud: true },
  },
  { what: 'class that opens one page', isBot: false, actions: single(300, () => inTurn(0)) },
  {
    what: 'class that opens one page through a cloud',
    isBot: false,
    actions: single(300, () => inTurn(0)),
    from: { isCloud: true },
  },
  { what: 'single views of a whole site from one address', isBot: false, actions: single(300, inTurn) },
  ...[8, 14, 60].flatMap((pages): Crowd[] => [
    { what: `screen of ${pages} pages, 10 s each`, isBot: false, actions: screen(pages) },
    { what: `screen of ${pages} pages that load slowly`, isBot: false, actions: screen(pages, 0.05) },
    {
      what: `screen of ${pages} pages behind a cloud`,
      isBot: false,
      actions: screen(pages),
      from: { isCloud: true },
    },
  ]),
  {
    what: 'reader of 320 pages',
    isBot: false,
    actions: twenty((visitor, random) =>
      pageviews(
        visitor,
        times(320, 0).map(() => lognormal(8000, 0.8, random)),
        inTurn,
      ),
    ),
  },
  {
    what: 'reader of 1,500 pages in a day',
    isBot: false,
    actions: twenty((visitor, random) =>
      pageviews(
        visitor,
        times(1500, 0).map(() => Math.min(lognormal(8000, 0.8, random), 20 * 60_000)),
        inTurn,
      ),
    ),
  },
  { what: 'fast clicker, 35 pages a minute', isBot: false, actions: twenty(fastClicker) },
  {
    what: 'fast clicker behind a cloud',
    isBot: false,
    actions: twenty(fastClicker),
    from: { isCloud: true },
  },
  {
    what: '14 tabs shown one after another',
    isBot: false,
    actions: twenty((visitor) => pageviews(visitor, [0, 9000, ...times(13, 450)], inTurn)),
  },
  {
    what: '40 tabs of the background shown one after another',
    isBot: false,
    actions: twenty((visitor) =>
      pageviews(visitor, times(40, 450), inTurn).map((action) => ({ ...action, isFromBackground: true })),
    ),
  },
  {
    what: 'views that are counted twice',
    isBot: false,
    actions: twenty((visitor, random) =>
      pageviews(
        visitor,
        times(200, 0).map((_, index) => (index % 2 ? 20 : 3000 + random() * 20_000)),
        (index) => inTurn(Math.floor(index / 2)),
      ),
    ),
  },
  {
    what: 'application that corrects its address',
    isBot: false,
    actions: twenty((visitor) => pageviews(visitor, [0, ...times(20, 40), 9000, ...times(20, 40)], inTurn)),
  },
  {
    what: 'slider that writes its value into the address',
    isBot: false,
    actions: twenty((visitor) => pageviews(visitor, times(90, 16), byQuery)),
  },
  {
    what: 'reader whose views of half an hour offline come late',
    isBot: false,
    actions: twenty((visitor, random) => {
      const now = pageviews(visitor, [HALF_AN_HOUR], inTurn);
      const before = pageviews(
        visitor,
        times(60, 0).map(() => lognormal(20_000, 0.8, random)),
        inTurn,
      );
      return [...now, ...before];
    }),
  },
];
