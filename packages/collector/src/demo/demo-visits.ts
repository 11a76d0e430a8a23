import { DAY_MS, type EventId, HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type { TrackRequest } from '../track/track-request.ts';
import { makeBotVisit } from './bot-visit.ts';
import { demandOf } from './demand.ts';
import { BOTS_TO_PEOPLE } from './demo-bots.ts';
import { type DemoVisit, makeVisit, type ShopVisitor } from './make-visit.ts';
import { isDown } from './notable-days.ts';
import { createRandom, type Random } from './random.ts';
import { ARRIVALS, HOURS, LAST_ORDERS, PRESS_ARRIVAL, RETURN_TO_PAY, VISITS_A_DAY } from './visit-plans.ts';

/** Every demo is the same, seen from its end. */
const SEED = 20_261_121;

type Span = { readonly project: string; readonly days: number; readonly now: number };

/** A day of visits, as the requests that a collector would have received. */
export type DemoDay = {
  readonly requests: readonly TrackRequest[];
  /** How many events they bring, and which of these are conversions. */
  readonly size: number;
  readonly conversions: readonly EventId[];
};

/** Believable visits to the demo shop over the days before now, the same for the same moment. */
export function* demoVisits({ project, days, now }: Span): Generator<DemoDay> {
  const random = createRandom(SEED);
  const known: ShopVisitor[] = [];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let day = today - (days - 1) * DAY_MS; day <= today && days > 0; day += DAY_MS) {
    const { times, ofPress } = demandOf(day, today);
    const count = Math.round(VISITS_A_DAY * times * (0.93 + 0.14 * random.next()));
    const people = Array.from({ length: count }, () => {
      const arrival = random.next() < ofPress ? PRESS_ARRIVAL : random.pick(ARRIVALS);
      return makeVisit(random, { project, start: momentOf(day, random), known, arrival });
    });
    const bots = Array.from({ length: Math.round(count * BOTS_TO_PEOPLE) }, () =>
      makeBotVisit(random, { project, at: day + Math.floor(random.next() * DAY_MS) }),
    );
    yield dayOf(
      [...people, ...bots].filter(
        ({ request: { receivedAt } }) => receivedAt < now && !isDown(receivedAt, today),
      ),
    );
  }
  if (days === 0) return;
  yield dayOf(
    LAST_ORDERS.map(({ minutes, link = '' }) => {
      const start = now - minutes * MINUTE_MS;
      const arrival = random.pick(ARRIVALS.filter(({ query }) => query.includes(link)));
      return makeVisit(random, { project, start, known, arrival, journey: RETURN_TO_PAY });
    }),
  );
}

/** A moment of a day at which people shop. */
function momentOf(day: number, random: Random): number {
  const { hour } = random.pick(HOURS_OF_DAY);
  return day + hour * HOUR_MS + Math.floor(random.next() * HOUR_MS);
}

const HOURS_OF_DAY = HOURS.map((weight, hour) => ({ weight, hour }));

function dayOf(visits: readonly DemoVisit[]): DemoDay {
  return {
    requests: visits.map(({ request }) => request),
    size: visits.reduce((sum, { size }) => sum + size, 0),
    conversions: visits.flatMap(({ conversion }) => conversion ?? []),
  };
}
