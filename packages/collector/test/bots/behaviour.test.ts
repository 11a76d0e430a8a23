import { describe, expect, it } from 'vitest';
import { type Deed, watchBehaviour } from '../../src/bots/behaviour.ts';
import { BOT_SCORE, REASON_SCORES } from '../../src/bots/evidence.ts';
import { crawler, inTurn, pageviews, person, seeded } from './visitors.ts';

/** The number of the deed by which a visitor is a bot; null for a person. */
function foundAfter(deeds: readonly Deed[], behaviour = watchBehaviour()): number | null {
  const index = deeds.findIndex((deed) => {
    const score = behaviour.note(deed).reduce((sum, reason) => sum + REASON_SCORES[reason], 0);
    return score >= BOT_SCORE;
  });
  return index < 0 ? null : index + 1;
}

const times = (count: number, gap: number) => Array.from({ length: count }, () => gap);

describe('people', () => {
  it('are people when five hundred of them browse at the same time', () => {
    const behaviour = watchBehaviour();
    const random = seeded(1);
    const deeds = Array.from({ length: 500 }, (_, index) => person(`person ${index}`, random)).flat();
    deeds.sort((a, b) => a.at - b.at);
    expect(deeds.filter((deed) => behaviour.note(deed).length > 0)).toEqual([]);
  });

  it.each<[string, Deed[]]>([
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
    ['a screen shows five pages in turn', pageviews('a', times(400, 15_000), (index) => inTurn(index % 5))],
    [
      'a few pages are opened at once in tabs',
      pageviews('a', [0, 5000, ...times(5, 350), 60_000, 30_000], inTurn),
    ],
  ])('are people where %s', (_, deeds) => {
    expect(foundAfter(deeds)).toBeNull();
  });

  it('are people at a steady pace who also do something on the pages', () => {
    const views = pageviews('a', times(30, 5000), inTurn);
    const deeds = views.flatMap((view) => [view, { ...view, at: view.at + 100, isPageview: false }]);
    expect(foundAfter(deeds)).toBeNull();
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

  it('that takes no steady time is found by its haste', () => {
    const random = seeded(3);
    const gaps = Array.from({ length: 15 }, () => 220 + random() * 500);
    expect(foundAfter(pageviews('a', gaps, inTurn))).toBeLessThanOrEqual(15);
  });

  it('is found by the length of its session', () => {
    const random = seeded(4);
    const gaps = Array.from({ length: 320 }, () => 2500 + random() * 60_000);
    expect(foundAfter(pageviews('a', gaps, inTurn))).toBe(301);
  });

  it('stays one until its session is over, and is judged anew then', () => {
    const behaviour = watchBehaviour();
    const deeds = crawler('a', 1000, seeded(5));
    foundAfter(deeds, behaviour);
    const last = deeds.at(-1) as Deed;
    expect(behaviour.note({ ...last, at: last.at + 60_000, isPageview: false })).not.toEqual([]);
    expect(behaviour.note({ ...last, at: last.at + 3_600_000 })).toEqual([]);
  });
});
