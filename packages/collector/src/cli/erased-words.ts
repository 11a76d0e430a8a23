import type { ErasureTotals } from '../erasure/erasure-totals.ts';

type Line = readonly [count: keyof ErasureTotals, one: string, many: string];

const LINES: readonly Line[] = [
  ['events', 'event, which stays counted', 'events, which stay counted'],
  ['conversions', 'conversion among them', 'conversions among them'],
  ['sessions', 'session', 'sessions'],
  ['visitors', 'device of this person alone', 'devices of this person alone'],
  ['values', 'value that reads (erased)', 'values that read (erased)'],
  ['texts', 'text of your team that names the person', 'texts of your team that name the person'],
  ['userData', 'record of hashed user data', 'records of hashed user data'],
  ['deliveries', 'webhook delivery', 'webhook deliveries'],
  ['adDeliveries', 'delivery to ad platforms', 'deliveries to ad platforms'],
];

const TEAM_TEXTS =
  'Segments, saved funnels, annotations and the audit log read (erased) where they name the person by an id of at least five characters; bot rules that do are removed.';

/** What an erasure takes, a line for each kind of which there is any. */
export function erasedWords(counts: ErasureTotals): string[] {
  const lines = LINES.filter(([name]) => counts[name] > 0).map(([name, one, many]) => {
    const count = counts[name];
    return `${count.toLocaleString('en').padStart(9)} ${count === 1 ? one : many}`;
  });
  const taken = takenWords(counts);
  return [...lines, ...(taken === null ? [] : [taken]), TEAM_TEXTS];
}

function takenWords({
  adDeliveriesTaken: taken,
  adDeliveriesMaybeTaken: maybe,
}: Pick<ErasureTotals, 'adDeliveriesTaken' | 'adDeliveriesMaybeTaken'>): string | null {
  if (taken + maybe === 0) return null;
  const what = `${(taken || maybe).toLocaleString('en')} of the deliveries`;
  const more = maybe === 0 ? '' : `, and may have taken ${maybe.toLocaleString('en')} more`;
  const said = taken === 0 ? `may have taken ${what}` : `have taken ${what}${more}`;
  return `Ad platforms ${said}. What they have cannot be called back: ask them to erase it.`;
}
