import type { Dimension } from '@cvq/contract';
import { DAY_MS, DIMENSIONS, HOUR_MS, PAGEVIEW } from '@cvq/contract/constants';
import type { Day } from '../days/day.ts';
import { isCounted, LEFT_OUT, type LeftOut } from '../reports/filters/counted-events.ts';
import type { DictionaryColumns } from '../reports/values/dictionary-columns.ts';
import { valuesOfDimension } from '../reports/values/values-of-dimension.ts';
import { botsOfDay } from './bots-of-day.ts';
import { ROLLUP_BY_HOUR, ROLLUP_OF, ROLLUP_OF_BOTS, ROLLUP_OF_SALES, ROLLUP_OF_VISITS } from './kinds.ts';
import { packBots, packByHour, packByValue, packSales, packVisits } from './rollup-format.ts';
import { RollupRows } from './rollup-rows.ts';
import { gatherSales } from './sales-of-day.ts';
import { sharedSessions } from './shared-sessions.ts';
import { gatherVisits } from './visits-of-day.ts';

/** By kind, the body that a roll-up is stored as. */
export type PackedRollups = readonly (readonly [kind: number, body: Uint8Array])[];

const HOURS = DAY_MS / HOUR_MS;

/**
 * What a day comes to by hours, and by the values of each dimension, as reports count it where nothing is filtered; and what
 * they need of its sales, its visits and its bots.
 */
export function rollUpDay(day: Day, dictionaries: DictionaryColumns): PackedRollups {
  const counted = countedEvents(day, LEFT_OUT.excluded);
  const byIdentity = inOrderOfIdentity(day, counted);
  const parts = { day, dictionaries, counted, byIdentity, pageview: dictionaries.idOf(PAGEVIEW) };
  return [
    [ROLLUP_BY_HOUR, byHour(parts)],
    ...DIMENSIONS.map((dimension) => [ROLLUP_OF[dimension], byValue(parts, dimension)] as const),
    [ROLLUP_OF_VISITS, packVisits(gatherVisits(day))],
    [ROLLUP_OF_SALES, packSales(gatherSales(day))],
    [ROLLUP_OF_BOTS, packBots(botsOfDay(day, countedEvents(day, LEFT_OUT.included)))],
  ];
}

type Parts = {
  readonly day: Day;
  readonly dictionaries: DictionaryColumns;
  readonly counted: Uint8Array;
  readonly byIdentity: Uint32Array;
  readonly pageview: number;
};

function byHour({ day, counted, byIdentity, pageview }: Parts): Uint8Array {
  const { time } = day.events;
  const { sessions } = day;
  const rows = new RollupRows(Array.from({ length: HOURS }, (_, hour) => hour));
  const hourOf = Uint32Array.from(time, (at) => Math.floor(at / HOUR_MS));
  rows.addEvents(day, { rowOf: hourOf, counted, pageview });
  rows.addSales(day, { rowOf: hourOf, counted });
  const sessionPageviews = new Uint32Array(HOURS);
  const sessionDurationMs = new Float64Array(HOURS);
  rows.addSessions(day, (place) => {
    const hour = Math.floor((sessions.start[place] as number) / HOUR_MS);
    sessionPageviews[hour] = (sessionPageviews[hour] as number) + (sessions.pageviews[place] as number);
    sessionDurationMs[hour] = (sessionDurationMs[hour] as number) + (sessions.durationMs[place] as number);
    return hour;
  });
  const identities = rows.identitiesOf(day, { rowOf: hourOf, byIdentity });
  return packByHour({ ...rows.sums(), ...identities, sessionPageviews, sessionDurationMs });
}

function byValue(
  { day, dictionaries, counted, byIdentity, pageview }: Parts,
  dimension: Dimension,
): Uint8Array {
  const values = valuesOfDimension(dictionaries, dimension);
  const found = values.ofEvents(day, counted);
  const rows = new RollupRows([]);
  const rowOf = new Uint32Array(day.events.count);
  for (let index = 0; index < rowOf.length; index += 1)
    if (counted[index] === 1) rowOf[index] = rows.rowOf(found[index] as number);
  rows.addEvents(day, { rowOf, counted, pageview });
  // By acquisition a conversion counts for the touch that it is credited to, which is found when the question is asked.
  if (values.scope !== 'acquisition') rows.addSales(day, { rowOf, counted });
  let shared = sharedSessions.none;
  if (values.ofSessions === null) {
    shared = sharedSessions.of(day, { found, counted });
    rows.addSessionsOfEvents(day, { rowOf, counted });
  } else {
    const ofSession = values.ofSessions.ofDay(day);
    rows.addSessions(day, (place) => rows.rowOf(ofSession[place + 1] as number));
  }
  const identities = rows.identitiesOf(day, { rowOf, byIdentity });
  return packByValue({ ...rows.sums(), ...identities, ...shared, value: rows.values });
}

/** A 1 for each event that counts. */
function countedEvents({ events: { flags, botLevel, count } }: Day, leftOut: LeftOut): Uint8Array {
  const counted = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const counts = isCounted(flags[index] as number, botLevel[index] as number, leftOut);
    counted[index] = counts ? 1 : 0;
  }
  return counted;
}

/** The events that count and have an identity, in the order of those. */
function inOrderOfIdentity(
  { events: { identity, count }, identities }: Day,
  counted: Uint8Array,
): Uint32Array {
  const starts = new Uint32Array(identities.count + 2);
  const isIn = (index: number) => counted[index] === 1 && identity[index] !== 0;
  for (let index = 0; index < count; index += 1) {
    const place = (identity[index] as number) + 1;
    if (isIn(index)) starts[place] = (starts[place] as number) + 1;
  }
  for (let place = 1; place < starts.length; place += 1)
    starts[place] = (starts[place] as number) + (starts[place - 1] as number);
  const order = new Uint32Array(starts.at(-1) as number);
  for (let index = 0; index < count; index += 1) {
    if (!isIn(index)) continue;
    const place = starts[identity[index] as number] as number;
    order[place] = index;
    starts[identity[index] as number] = place + 1;
  }
  return order;
}
