import { money, type Writing } from './numbers.ts';
import { oneOrMany } from './one-or-many.ts';
import type { Sentence } from './overview-sentence.ts';
import { capitalised } from './source-names.ts';

/** What the sentence about spend is made of. */
export type SpendFacts = {
  /** `in the last 30 days` */
  readonly period: string;
  /** After "than": `in the days before`. Null where nothing is compared, or nothing is known of then. */
  readonly earlier: string | null;
  /** Null where a rate is missing: then amounts cannot be added up. */
  readonly spend: { readonly now: number | null; readonly before: number | null };
  /** Of all conversions of the period. */
  readonly revenue: number;
  /** Ad platforms by their names, the one that cost most first. */
  readonly platforms: readonly string[];
  /** Those of which days are missing, by their names. */
  readonly incomplete: readonly string[];
};

/** What ads cost, beside what was earned; then what is missing from it. */
export function spendSentence(facts: SpendFacts, writing: Writing): Sentence {
  const { spend, period, revenue, platforms } = facts;
  if (spend.now === null)
    return {
      lead: `What ads cost ${period} cannot be added up.`,
      aside: 'An exchange rate is missing; below is what was paid in each currency.',
    };
  if (spend.now === 0) return { lead: `Nothing was spent on ads ${period}.`, aside: missing(facts) };
  if (spend.now < 0) {
    const lead = `Platforms paid back ${money(-spend.now, writing)} ${period}, more than ads cost.`;
    return { lead, aside: missing(facts) };
  }
  const lead = `Ads cost ${money(spend.now, writing)} ${period}${comparison(spend.now, facts)}.`;
  const [first] = platforms;
  const most = first !== undefined && platforms.length > 1 ? `${capitalised(first)} cost the most.` : '';
  return {
    lead,
    aside: [earned(revenue / spend.now, facts, writing), most, missing(facts)].filter(Boolean).join(' '),
  };
}

/** Amounts have no chance that could be told: what moved by less than a fiftieth is about the same. */
const LEVEL = 0.02;

function comparison(now: number, { spend: { before }, earlier }: SpendFacts): string {
  if (earlier === null || before === null) return '';
  if (before === 0) return `, and nothing ${earlier}`;
  const change = now / before - 1;
  if (Math.abs(change) < LEVEL) return `, about as much as ${earlier}`;
  if (change >= 9) return `, ${Math.round(change + 1)} times as much as ${earlier}`;
  return `, ${Math.round(Math.abs(change) * 100)}\u202f% ${change > 0 ? 'more' : 'less'} than ${earlier}`;
}

function earned(ratio: number, { revenue }: SpendFacts, writing: Writing): string {
  if (revenue === 0) return 'No revenue came in.';
  const times = ratio.toLocaleString(writing.locale, { maximumFractionDigits: ratio < 10 ? 1 : 0 });
  return `All revenue was ${money(revenue, writing)}, ${times} times as much.`;
}

function missing({ incomplete }: SpendFacts): string {
  if (incomplete.length === 0) return '';
  const names = incomplete.map(capitalised);
  const last = names.at(-1) as string;
  const of = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `Days of ${of} are missing.`;
}

/** How many campaigns met no visit, and what they cost; empty where there are none. */
export function unmatchedSentence(campaigns: number, cost: number | null, writing: Writing): string {
  if (campaigns === 0) return '';
  const many = oneOrMany(campaigns, ['campaign', 'campaigns'], writing);
  const amount = cost === null ? '' : `, for ${money(cost, writing)},`;
  return `${many}${amount} met no visit. Put the id of the campaign into its links, as utm_id.`;
}
