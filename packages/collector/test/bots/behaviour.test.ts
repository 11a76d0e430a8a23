import { describe, expect, it } from 'vitest';
import {
  crawler,
  crowd,
  inTurn,
  pageviews,
  person,
  seeded,
} from '../../../../bench/bots/made-up/visitors.ts';
import { type Action, Behaviour } from '../../src/bots/behaviour/behaviour.ts';
import { BOT_SCORE, REASON_SCORES } from '../../src/bots/evidence.ts';

/** The number of the action by which a visitor is a bot; null for a person. */
function foundAfter(actions: readonly Action[], behaviour = new Behaviour()): number | null {
  const index = actions.findIndex((action) => {
    const score = behaviour.note(action).reduce((sum, reason) => sum + REASON_SCORES[reason], 0);
    return score >= BOT_SCORE;
  });
  return index < 0 ? null : index + 1;
}

const times = (count: number, gap: number) => Array.from({ length: count }, () => gap);

describe('people', () => {
  it('are people when five hundred of them browse at the same time', () => {
    const behaviour = new Behaviour();
    const actions = crowd(500, seeded(1));
    expect(actions.filter((action) => behaviour.note(action).length > 0)).toEqual([]);
  });

  it.each<[string, Action[]]>([
    [
      'an application corrects its address in a burst',
      pageviews('a', [0, ...times(20, 40), 9000, ...times(20, 40)], inTurn),
    ],
    [
      'every view is tracked twice',
      pageviews(
        'a',
        Array.from({ length: 30 }, (_, index) => (index % 2 ? 20 : 4000 + ((index * 7919) % 9000))),
        inTurn,
      ),
    ],
    ['somebody hammers on reload', pageviews('a', times(10, 300), () => 'https://shop.example/')],
    [
      'a screen reloads its page for eight hours',
      pageviews('a', times(960, 30_000), () => 'https://shop.example/board'),
    ],
    ...[1, 5, 6, 8, 11, 14, 60, 120].map((pages): [string, Action[]] => [
      `a screen shows ${pages} pages by turns for eight hours`,
      pageviews('a', times(1920, 15_000), (index) => inTurn(index % pages)),
    ]),
    ...['t=17637193', 'timestamp=1763719300', '176371930', 'a=b&_=0.5314'].map(
      (query): [string, Action[]] => [
        `a page loads itself anew with ?${query}…`,
        pageviews('a', times(960, 30_000), (index) => `https://shop.example/board?${query}${100 + index}`),
      ],
    ),
    [
      'a few pages are opened at once in tabs',
      pageviews('a', [0, 5000, ...times(5, 350), 60_000, 30_000], inTurn),
    ],
  ])('are people where %s', (_, actions) => {
    expect(foundAfter(actions)).toBeNull();
  });

  it('are people where somebody looks at a screen that goes on by itself, and then walks on alone', () => {
    const shown = pageviews('a', times(60, 10_000), (index) => inTurn(index % 8));
    const last = shown.at(-1) as Action;
    const random = seeded(6);
    const walked = person('a', random).map((action, index) => ({
      ...action,
      at: last.at + (index + 1) * 9000,
    }));
    expect(foundAfter([...shown, { ...last, at: last.at + 4000, isPageview: false }, ...walked])).toBeNull();
  });

  it('are people in an application that is used all day', () => {
    const random = seeded(7);
    const views = pageviews(
      'a',
      Array.from({ length: 700 }, () => 4000 + random() * 90_000),
      (index) => inTurn(index % 40),
    );
    expect(foundAfter(views.toSpliced(3, 0, { ...(views[2] as Action), isPageview: false }))).toBeNull();
  });

  it('are people at a steady pace who also do something on some of the pages', () => {
    const views = pageviews('a', times(60, 5000), inTurn);
    const actions = views.flatMap((view, index) =>
      index % 10 ? [view] : [view, { ...view, at: view.at + 3100, isPageview: false }],
    );
    expect(foundAfter(actions)).toBeNull();
  });
});

describe('a crawler', () => {
  it.each([500, 1000, 3000, 10_000, 60_000])(
    'that waits %i ms between pages is found within 15 views in 95 of 100 runs',
    (gap) => {
      const random = seeded(gap);
      const runs = Array.from({ length: 200 }, (_, run) =>
        foundAfter(crawler(`crawler ${run}`, gap, random)),
      );
      expect(
        runs.filter((found) => found !== null && found <= 15).length / runs.length,
      ).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('that comes back to the same few pages in no order is found as well', () => {
    const random = seeded(8);
    const runs = Array.from({ length: 200 }, (_, run) =>
      foundAfter(
        crawler(`crawler ${run}`, 10_000, random).map((action) => ({
          ...action,
          page: inTurn(Math.floor(random() * 20)),
        })),
      ),
    );
    expect(runs.filter((found) => found !== null && found <= 15).length / runs.length).toBeGreaterThanOrEqual(
      0.95,
    );
  });

  it.each([
    ['before its first page', -10],
    ['as its first page appears', 80],
    ['on its first page', 2000],
  ])('is found though the page fires one event %s', (_, delay) => {
    const [first, ...rest] = pageviews('a', times(40, 3000), inTurn) as [Action, ...Action[]];
    const event = { ...first, at: first.at + delay, isPageview: false };
    const actions = [first, event, ...rest].sort((a, b) => a.at - b.at);
    expect(foundAfter(actions)).toBeLessThanOrEqual(18);
  });

  it('is found though each page fires an event, whenever it comes', () => {
    const random = seeded(9);
    const actions = pageviews('a', times(40, 3000), inTurn).flatMap((view) => [
      view,
      { ...view, at: view.at + 50 + random() * 2000, isPageview: false },
    ]);
    expect(foundAfter(actions)).toBeLessThanOrEqual(40);
  });

  it('with the timer of a screen is found when its pages have not come round after so many', () => {
    expect(foundAfter(pageviews('a', times(200, 10_000), inTurn))).toBe(128);
  });

  it('that takes no steady time is found by its haste', () => {
    const random = seeded(3);
    const gaps = Array.from({ length: 15 }, () => 220 + random() * 500);
    expect(foundAfter(pageviews('a', gaps, inTurn))).toBeLessThanOrEqual(15);
  });

  it('is found by the length of its session', () => {
    const random = seeded(4);
    const gaps = Array.from({ length: 2100 }, () => 2500 + random() * 60_000);
    expect(foundAfter(pageviews('a', gaps, inTurn))).toBe(2001);
  });

  it('stays one until its session is over, and is classified anew then', () => {
    const behaviour = new Behaviour();
    const actions = crawler('a', 1000, seeded(5));
    foundAfter(actions, behaviour);
    const last = actions.at(-1) as Action;
    expect(behaviour.note({ ...last, at: last.at + 60_000, isPageview: false })).not.toEqual([]);
    expect(behaviour.note({ ...last, at: last.at + 3_600_000 })).toEqual([]);
  });
});
