import { seededRandom } from '../../test/builders/seeded-random.ts';

/** What befalls a request, by its share of all requests. */
const FAULTS = [
  [0.1, { kind: 'status', status: 500 }],
  [0.1, { kind: 'status', status: 503 }],
  [0.05, { kind: 'status', status: 429, retryAfter: 1 }],
  [0.05, { kind: 'cut before' }],
  [0.05, { kind: 'cut after' }],
];
const PERSON = /\/p(\d+)\//;
const NONE = { kind: 'none' };

/** A network that fails at random, for each person by a series of their own, until it is repaired for them. */
export function badNetwork(seed) {
  const randoms = new Map();
  const repaired = new Set();
  const randomOf = (person) => {
    if (!randoms.has(person)) randoms.set(person, seededRandom(Number(`${seed}${person + 5_000}`)).next);
    return randoms.get(person);
  };
  return {
    repairFor: (person) => repaired.add(person),
    faults({ url, headers }) {
      // By the address, or where a tracker has one for all, by the page that sends.
      const [, person] = (url.match(PERSON) ?? headers.referer?.match(PERSON) ?? []).map(Number);
      return repaired.has(person) ? NONE : choose(randomOf(person)());
    },
  };
}

function choose(chance) {
  let below = 0;
  for (const [share, fault] of FAULTS) {
    below += share;
    if (chance < below) return fault;
  }
  return NONE;
}
