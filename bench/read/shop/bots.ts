import type { EventRecord } from '@cvq/storage';
import { aBot, aPage } from '../../../test/builders/event-records.ts';
import type { Random } from '../../../test/builders/seeded-random.ts';
import { frequentFirst } from './frequent-first.ts';
import { eventOf } from './visit.ts';
import { shopVisitor } from './visitors.ts';
import { BOTS, PAGES } from './words.ts';

type Given = { readonly project: string; readonly at: number };

/** Bots have visitors of their own, of which there are few. */
const BOTS_SALT = 77;
const DIFFERENT_BOTS = 2_000;

/** A page view of a bot that runs JavaScript and was found out. */
export function botView(random: Random, { project, at }: Given): EventRecord {
  const [category, name] = frequentFirst<(typeof BOTS)[number]>(random, BOTS);
  const { visitor, client } = shopVisitor(random.below(DIFFERENT_BOTS), BOTS_SALT);
  const sessionId = `${Math.floor(at)}_${random.below(2 ** 32)}${random.below(2 ** 32)}`;
  const page = aPage(`/products/${random.rank(PAGES)}`);
  return eventOf(random, { project, at, visitor, client, sessionId, page, bot: aBot({ category, name }) });
}

/** A request of a client that runs no JavaScript. */
export function pixelRequest(random: Random, { project, at }: Given): EventRecord {
  const { client } = shopVisitor(random.below(DIFFERENT_BOTS), BOTS_SALT);
  const page = aPage(`/products/${random.rank(PAGES)}`);
  return eventOf(random, { project, at, client, page, origin: 'pixel', exclusion: 'no_javascript' });
}
