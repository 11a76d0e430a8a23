import { countsDiffer } from './chance.ts';
import { type Earned, earnedWords } from './earned.ts';
import { howManyMore } from './how-many-more.ts';
import { count, type Writing } from './numbers.ts';
import { capitalised, namesNobody, sourceName } from './source-names.ts';

/** How many came of one source, now and before; `before` is null where nothing is compared. */
export type SourceCount = { readonly source: string; readonly now: number; readonly before: number | null };

/** What the sentence of the Overview is made of. */
export type OverviewFacts = Earned & {
  /** After "visited": `in the last 30 days`. */
  readonly period: string;
  /** After "than": `in the days before`. Null where nothing is compared, or there are no figures of then. */
  readonly earlier: string | null;
  readonly visitors: { readonly now: number; readonly before: number | null };
  readonly conversions: number;
  /** The largest first. Null where the figures are filtered by where people came from: then nothing is said of it. */
  readonly sources: readonly SourceCount[] | null;
  readonly isFiltered: boolean;
  readonly withBots: boolean;
};

/** The first clause, and what follows it in a lighter ink; empty where there is nothing more to say. */
export type Sentence = { readonly lead: string; readonly aside: string };

/** A source is worth a word from this share of all visitors on. */
const WORTH_A_WORD = 0.04;

/** What the period was like, in one or two sentences. Change within chance is no change. */
export function overviewSentence(facts: OverviewFacts, writing: Writing): Sentence {
  const { visitors, period, isFiltered, withBots } = facts;
  if (visitors.now === 0) {
    const lead = `Nobody ${isFiltered ? 'who matches the filters came' : 'came'} ${period}.`;
    return { lead, aside: withoutVisits(facts, writing) };
  }
  const people = visitors.now === 1 ? '1 person' : `${count(visitors.now, writing)} people`;
  const lead = `${people}${withBots ? ' and bots' : ''} visited ${period}${comparison(facts)}.`;
  return { lead, aside: [origin(facts, writing), outcome(facts, writing)].filter(Boolean).join(' ') };
}

function comparison({ visitors: { now, before }, earlier }: OverviewFacts): string {
  if (earlier === null || before === null) return '';
  if (before === 0) return `, and nobody ${earlier}`;
  return `, ${countsDiffer(now, before) ? howManyMore(now, before) : 'about as many as'} ${earlier}`;
}

/** Who sent them, and who is new or grew. */
function origin({ sources, visitors, earlier }: OverviewFacts, writing: Writing): string {
  const named = (sources ?? []).filter(({ source }) => !namesNobody(source));
  const first = named[0];
  if (!first || first.now === 0) return '';
  const most = first.now > visitors.now / 2 ? 'sent most of them' : 'sent the most';
  const news = newsOf(named, { first, visitors: visitors.now, earlier }, writing);
  return `${capitalised(sourceName(first.source))} ${most}${news === '' ? '' : `; ${news}`}.`;
}

type NewsOf = Pick<OverviewFacts, 'earlier'> & { readonly first: SourceCount; readonly visitors: number };

function newsOf(
  named: readonly SourceCount[],
  { first, visitors, earlier }: NewsOf,
  writing: Writing,
): string {
  const worthAWord = named.filter(({ now }) => now >= visitors * WORTH_A_WORD);
  const newcomer = worthAWord.find(({ now, before }) => before === 0 && countsDiffer(now, 0));
  // Who sent nobody in the days before may have been there before these.
  if (newcomer === first) return `nobody came from there ${earlier}`;
  if (newcomer) return `${sourceName(newcomer.source)} sent ${count(newcomer.now, writing)}, up from none`;
  const [grown] = worthAWord
    .filter(({ now, before }) => before && now > before && countsDiffer(now, before))
    .sort((one, other) => growthOf(other) - growthOf(one));
  if (!grown) return '';
  return grown === first ? 'it also grew most' : `${sourceName(grown.source)} grew most`;
}

const growthOf = ({ now, before }: SourceCount) => now - (before ?? 0);

/** What a backend reports of nobody that it knows. */
function withoutVisits({ conversions }: OverviewFacts, writing: Writing): string {
  if (conversions === 0) return '';
  const were = conversions === 1 ? 'One conversion was' : `${count(conversions, writing)} conversions were`;
  return `${were} reported without a visitor.`;
}

function outcome(facts: OverviewFacts, writing: Writing): string {
  const { conversions } = facts;
  const earned = earnedWords(facts, writing);
  if (earned !== '') return `They bought for ${earned}.`;
  if (conversions === 1) return 'One conversion came of it.';
  return conversions > 0 ? `${count(conversions, writing)} conversions came of it.` : '';
}
