import type { Action } from '@cvq/collector/bots';

/** Numbers that a seed decides, between 0 and 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Page views of one visitor, by the gaps before them and the pages that they show. */
export function pageviews(
  visitor: string,
  gaps: readonly number[],
  pageOf: (index: number) => string,
): Action[] {
  let at = Date.UTC(2026, 10, 21, 12);
  return gaps.map((gap, index) => {
    at += gap;
    return { visitor, source: 'sdk', at, isPageview: true, page: pageOf(index) };
  });
}

export const inTurn = (index: number): string => `https://shop.example/${index}`;

/** A person: one to eight pages, read for five seconds to two minutes each. */
export function person(visitor: string, random: () => number): Action[] {
  const views = 1 + Math.floor(random() * 8);
  const gaps = Array.from({ length: views }, () => Math.min(120_000, 5000 - Math.log(1 - random()) * 30_000));
  return pageviews(visitor, gaps, inTurn);
}

/** What so many people do who browse at the same time, in the order of it. */
export function crowd(count: number, random: () => number): Action[] {
  const actions = Array.from({ length: count }, (_, index) => person(`person ${index}`, random)).flat();
  return actions.sort((a, b) => a.at - b.at);
}

/** A crawler that waits a steady time between pages, except for what the network adds. */
export function crawler(visitor: string, gap: number, random: () => number): Action[] {
  const gaps = Array.from({ length: 15 }, () => gap * (1 + (random() - 0.5) * 0.2));
  return pageviews(visitor, gaps, inTurn);
}
