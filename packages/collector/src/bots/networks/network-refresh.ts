import { MINUTE_MS } from '@cvq/contract/constants';
import { staleSince } from './known-networks.ts';
import { keepNetworks, newestNetworks, refreshedOn } from './network-file.ts';
import { type NetworkSources, refreshNetworks } from './refresh-networks.ts';

/** What a refresh brought, and what stayed as it was. */
export type NetworkUpdate = Omit<Awaited<ReturnType<typeof refreshNetworks>>, 'file'>;

/** Why nothing is fetched now, and what to do about it. */
export type NetworkRefusal = { readonly problem: string; readonly fix: string };

type Means = {
  /** Where the stores are. */
  readonly folder: string;
  /** Whether the settings let the collector fetch networks. */
  readonly isAllowed: boolean;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly sources?: NetworkSources;
};

/** Operators of crawlers publish changes once a day at most. */
const QUIET_MS = 10 * MINUTE_MS;

/** Fetches networks when somebody asks for it: once at a time, and not again within ten minutes. */
export class NetworkRefresh {
  readonly #means: Means;
  #isUnderWay = false;
  #quietUntil = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /** How old the networks are that are known now, the oldest first. */
  age() {
    const { folder, isAllowed, now } = this.#means;
    const file = newestNetworks(folder);
    const owners = file.networks.map(({ name, date = file.date, prefixes }) => ({
      name,
      date,
      networks: prefixes.split(' ').length,
    }));
    return {
      owners: owners.toSorted((one, other) => one.date.localeCompare(other.date)),
      outdated_since: staleSince(file, now()),
      refreshes_itself: isAllowed,
      refreshed_on: refreshedOn(folder),
    };
  }

  /** What cannot be fetched stays as it was. Where nothing can, another try is free at once. */
  async run(): Promise<NetworkUpdate | NetworkRefusal> {
    const refusal = this.#whyNot();
    if (refusal !== null) return refusal;
    const { folder, fetch, now, sources } = this.#means;
    this.#isUnderWay = true;
    try {
      const today = new Date(now()).toISOString().slice(0, 10);
      const update = await updateNetworks(folder, { fetch, today, ...(sources && { sources }) });
      if (update.refreshed.length > 0) this.#quietUntil = now() + QUIET_MS;
      return update;
    } finally {
      this.#isUnderWay = false;
    }
  }

  #whyNot(): NetworkRefusal | null {
    const { isAllowed, now } = this.#means;
    if (!isAllowed) {
      const fix = 'Ask whoever runs it, or use cvq bots update.';
      return { problem: 'This collector fetches no networks: CVQ_BOT_NETWORKS is off.', fix };
    }
    if (this.#isUnderWay)
      return { problem: 'The networks are being fetched already.', fix: 'Wait for the answer.' };
    if (now() >= this.#quietUntil) return null;
    return { problem: 'The networks were fetched within the last ten minutes.', fix: 'Try again later.' };
  }
}

/** Fetches networks, and puts those that came in the place of the ones before. */
export async function updateNetworks(
  folder: string,
  means: Parameters<typeof refreshNetworks>[1],
): Promise<NetworkUpdate> {
  const { file, ...update } = await refreshNetworks(newestNetworks(folder), means);
  if (update.refreshed.length > 0) keepNetworks(folder, file);
  return update;
}
