import { VISITS_EACH } from './live-person.mjs';
import { table } from './table.mjs';

const MAX_LOST = 0.001;
const MAX_EXTRA = 0.5;
/** The name of our own row. */
export const OURS = '**cvq**';

/** The parts of a soak added up, a row for each tracker, and whether ours holds its limits. */
export function soakTable(seed, parts) {
  const sums = [...Map.groupBy(parts, ({ tracker }) => tracker)].map(([tracker, its]) => ({
    tracker,
    ...sumOf(its),
  }));
  const ours = sums.find(({ tracker }) => tracker === OURS);
  const rows = sums.map(({ tracker, visits, tracked, failed, waiting, lost, twice, extra }) => [
    tracker,
    visits.toLocaleString('en'),
    tracked.toLocaleString('en'),
    failed.toLocaleString('en'),
    waiting,
    `${lost.length.toLocaleString('en')} (${((lost.length / tracked) * 100).toFixed(2)} %)`,
    tracker === OURS ? twice : '',
    (extra / tracked).toFixed(2),
  ]);
  const head = [
    '',
    'visits',
    'events',
    'requests that failed',
    'on the device before the last visit',
    'lost after it',
    'stored more than once',
    'extra sends per event',
  ];
  const text = [
    `**A soak on a bad network**, seed ${seed}, ${sum(sums, 'seconds').toFixed(0)} s. Of ours at most ${MAX_LOST * 100} % may be lost and ${MAX_EXTRA} extra sends be made for an event.`,
    table(head, rows),
    ours.lost.length > 0 ? `Lost of ours: ${ours.lost.join(', ')}.` : 'Nothing of ours was lost.',
  ].join('\n\n');
  const isGood =
    ours.lost.length / ours.tracked <= MAX_LOST && ours.twice === 0 && ours.extra / ours.tracked <= MAX_EXTRA;
  return { text, isGood };
}

function sumOf(parts) {
  const names = ['tracked', 'failed', 'waiting', 'twice', 'extra', 'seconds'];
  return {
    ...Object.fromEntries(names.map((name) => [name, sum(parts, name)])),
    visits: parts.flatMap(({ people }) => people).length * VISITS_EACH,
    lost: parts.flatMap(({ lost }) => lost),
  };
}

function sum(parts, name) {
  return parts.reduce((total, part) => total + part[name], 0);
}
