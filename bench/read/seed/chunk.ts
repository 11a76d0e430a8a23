import type { EventRecord } from '@cvq/storage';
import { DAY, HOUR, MINUTE } from '../../../test/builders/event-records.ts';
import { type Random, seededRandom } from '../../../test/builders/seeded-random.ts';
import { botView, pixelRequest } from '../shop/bots.ts';
import { visit } from '../shop/visit.ts';
import { mixed } from '../shop/visitors.ts';
import { chunksOf, EVENTS_PER_TENANT, eventsOfChunk, type SeedPlan, SHARES } from './plan.ts';

const SEED = 20_261_121;
const BOT_VIEWS = 0.1;
const PIXEL_REQUESTS = 0.05;
/** Distinct visitors of a project to its events, of which three quarters come at all. */
const VISITORS_PER_EVENT = 0.2;
const TENANT_VISITORS = 4;
/** The last visits end before the end of the plan. */
const LAST_HOURS = 2 * HOUR;

/** The projects of a store: the large ones by their shares, then the tenants. */
export type SeededProjects = { readonly large: readonly string[]; readonly tenants: readonly string[] };

/**
 * The visits of one chunk in the order of their beginnings, each as the events of one session, and the requests of
 * bots, each by itself. A chunk is a slice of time and follows from its number alone.
 */
export function* visitsOf(plan: SeedPlan, chunk: number, projects: SeededProjects): Generator<EventRecord[]> {
  const random = seededRandom(mixed(chunk, SEED));
  const count = eventsOfChunk(plan, chunk);
  const { from, to } = sliceOf(plan, chunk);
  let sent = 0;
  for (let number = 0; sent < count; number += 1) {
    const at = Math.floor(from + (sent / count) * (to - from));
    const index = largeProject(random);
    const project = projects.large[index] as string;
    const visitors = Math.max(10, Math.round(plan.events * (SHARES[index] as number) * VISITORS_PER_EVENT));
    const events = visit(random, { project, visitors, salt: index, at, number: `${chunk}-${number}` });
    yield events;
    sent += events.length;
    if (random.chance(BOT_VIEWS)) {
      yield [botView(random, { project, at })];
      sent += 1;
    }
    if (random.chance(PIXEL_REQUESTS)) {
      yield [pixelRequest(random, { project, at })];
      sent += 1;
    }
  }
  yield* visitsOfTenants(plan, chunk, projects.tenants);
}

/** Ten page views of each tenant, spread over all of the time: their rows lie between those of all others. */
function* visitsOfTenants(
  plan: SeedPlan,
  chunk: number,
  tenants: readonly string[],
): Generator<EventRecord[]> {
  const random = seededRandom(mixed(chunk, SEED + 1));
  const all = tenants.length * EVENTS_PER_TENANT;
  const until = Math.floor((all * (chunk + 1)) / chunksOf(plan));
  const { from } = sliceOf(plan, chunk);
  for (let index = Math.floor((all * chunk) / chunksOf(plan)); index < until; index += 1) {
    const tenant = index % tenants.length;
    const project = tenants[tenant] as string;
    const at = from + random.below(MINUTE);
    const arrival = {
      project,
      visitors: TENANT_VISITORS,
      salt: SHARES.length + tenant,
      at,
      number: `${index}`,
    };
    yield visit(random, arrival).slice(0, 1);
  }
}

function sliceOf(plan: SeedPlan, chunk: number): { readonly from: number; readonly to: number } {
  const start = plan.end - plan.days * DAY;
  const length = (plan.days * DAY - LAST_HOURS) / chunksOf(plan);
  return { from: start + chunk * length, to: start + (chunk + 1) * length };
}

function largeProject(random: Random): number {
  let rest = random.next();
  const found = SHARES.findIndex((share) => {
    rest -= share;
    return rest < 0;
  });
  return found === -1 ? 0 : found;
}
