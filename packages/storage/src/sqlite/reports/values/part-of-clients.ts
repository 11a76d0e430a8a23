import { type Day, KEPT } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import type { DictionaryIds } from './dictionary-columns.ts';

/** What a client has of a dictionary that is smaller than that of clients. */
export type ClientPart = 'clients.place' | 'clients.user_agent';

const KEPT_AS: Readonly<Record<ClientPart, number>> = {
  'clients.place': KEPT.placesOfSessions,
  'clients.user_agent': KEPT.userAgentsOfSessions,
};

/**
 * By session of a day, which entry its client has. Of a day at rest it is kept: clients are nearly as many as visitors,
 * and those of a day lie far apart in their dictionary, so that each has to be fetched from memory.
 * @param ofClients by client
 */
export function partOfClients(day: Day, part: ClientPart, ofClients: DictionaryIds): DictionaryIds {
  const { stored } = day;
  const kept = stored?.kept<DictionaryIds>(KEPT_AS[part]);
  if (kept !== undefined) return kept;
  const found = entriesOf(day.sessions, ofClients);
  return stored === null ? found : stored.keep(KEPT_AS[part], found);
}

function entriesOf({ client, count }: Day['sessions'], ofClients: DictionaryIds): DictionaryIds {
  const found = ofClients instanceof Uint16Array ? workingMemory.uint16(count) : workingMemory.uint32(count);
  for (let place = 0; place < count; place += 1) found[place] = ofClients[client[place] as number] as number;
  return found;
}
