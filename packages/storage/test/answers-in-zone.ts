import type { Reports } from '@cvq/storage';
import { DAY, HOUR } from '../../../test/builders/event-records.ts';

/** By whole, half and quarter hours, in the north and in the south, with summer time and without. */
export const ZONES = [
  ...[
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Australia/Adelaide',
  ],
  ...[
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
    'America/Sao_Paulo',
    'Pacific/Pago_Pago',
  ],
];
const QUARTER = HOUR / 4;

type Place = { readonly project: string; readonly around: number; readonly zone: string };

/** What reports say of a project around a time, by the days of a zone. */
export async function answersInZone(reports: Reports, { project, around, zone }: Place) {
  const edges = daysAround(zone, around);
  const period = { from: edges[0] as number, to: edges.at(-1) as number };
  const question = { project, bots: 'excluded' } as const;
  const { rows } = await reports.breakdown(question, period, 'source');
  return {
    zone,
    totals: await reports.totals(question, period),
    series: await reports.series({ project, bots: 'included' }, edges),
    sources: rows.map((row) => JSON.stringify(row)).toSorted(),
    sales: await reports.conversions(question, period, { order: 'newest_first', offset: 0, limit: 500 }),
  };
}

/** The beginnings of the days of a zone, some days before and after. */
function daysAround(zone: string, around: number): number[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric' });
  const edges: number[] = [];
  let day = '';
  for (let at = around - 3 * DAY; at < around + 4 * DAY; at += QUARTER) {
    const next = clock.format(at);
    if (day !== '' && next !== day) edges.push(at);
    day = next;
  }
  return edges;
}
