import { statSync } from 'node:fs';
import { DAY_MS } from '@cvq/contract/constants';
import type { BotCategory } from '@cvq/storage';
import { boundedCache } from '../../bounded-cache.ts';
import type { PrefixSet } from '../../net/networks.ts';
import { LOCAL_NETWORKS, prefixSetOf } from '../../net/special-networks.ts';
import { VERIFIABLE_BOTS } from '../tables/verifiable-bots.ts';
import {
  type NetworkFile,
  type NetworkOwner,
  newestNetworks,
  refreshedNetworksPath,
  shippedNetworks,
} from './network-file.ts';

/** Whose an address is. */
export type KnownNetworks = {
  find(address: string): NetworkFinding;
};

type NetworkFinding = {
  /** Who runs the address, where that says something of its visitor; null for people. */
  readonly owner:
    | (Pick<NetworkOwner, 'name' | 'kind'> & { readonly category?: BotCategory | undefined })
    | null;
  /**
   * What speaks against one who names this bot: `spoofed` where its operator publishes the networks and the address is
   * in none of them, `outdated_networks` where it is in none of those that were published too long ago to call anyone a liar.
   */
  doubtOf(bot: string, now: number): 'spoofed' | 'outdated_networks' | null;
};

/** A visitor sends several events: 0.03 microseconds for all but the first, which asks a score of lists in 2.7. */
const MAX_ADDRESSES = 5_000;

const NOTHING: NetworkFinding = { owner: null, doubtOf: () => null };

/**
 * The networks of a file. Those of people come first: a relay's exit belongs to no crawler. The 25 ms that it takes to sort
 * them are spent with the first address of the internet, not with every start.
 */
export function openNetworks(file: NetworkFile): KnownNetworks {
  let sorted: SortedOwners | undefined;
  const cached = boundedCache<NetworkFinding>(MAX_ADDRESSES);

  function lookUp(address: string): NetworkFinding {
    if (LOCAL_NETWORKS.has(address)) return NOTHING;
    sorted ??= sortOwners(file);
    const { people, rest } = sorted;
    const owner = people.some(({ set }) => set.has(address))
      ? null
      : rest.find(({ set }) => set.has(address));
    return {
      owner: owner ?? null,
      doubtOf(bot, now) {
        const names = VERIFIABLE_BOTS[bot] ?? [];
        const published = rest.filter(({ name }) => names.includes(name));
        if (published.length === 0 || published.some(({ set }) => set.has(address))) return null;
        return published.every(({ date = file.date }) => isFresh(date, now))
          ? 'spoofed'
          : 'outdated_networks';
      },
    };
  }

  return {
    find(address) {
      const known = cached.get(address);
      if (known !== undefined) return known;
      const finding = lookUp(address);
      cached.set(address, finding);
      return finding;
    },
  };
}

type OwnerWithSet = NetworkOwner & { readonly set: PrefixSet };
type SortedOwners = { readonly people: readonly OwnerWithSet[]; readonly rest: readonly OwnerWithSet[] };

function sortOwners({ networks }: NetworkFile): SortedOwners {
  const owners = networks.map((owner) => ({ ...owner, set: prefixSetOf(owner.prefixes.split(' ')) }));
  return {
    people: owners.filter(({ kind }) => kind === 'people'),
    rest: owners.filter(({ kind }) => kind !== 'people'),
  };
}

/** The newest networks, which a refresh may bring at any time. */
export type FollowedNetworks = {
  readonly current: () => KnownNetworks;
  /** Reads them anew when the file in the folder is another than before. */
  readonly check: () => void;
};

/** Without a folder those that are shipped, for ever. */
export function followNetworks(folder: string | undefined): FollowedNetworks {
  if (folder === undefined) {
    const shipped = openNetworks(shippedNetworks());
    return { current: () => shipped, check: () => undefined };
  }
  const path = refreshedNetworksPath(folder);
  let version = versionOf(path);
  let networks = openNetworks(newestNetworks(folder));
  return {
    current: () => networks,
    check() {
      const found = versionOf(path);
      if (found === version) return;
      version = found;
      networks = openNetworks(newestNetworks(folder));
    },
  };
}

/** A refresh puts another file in the place of the one before. */
function versionOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? '' : `${file.ino} ${file.mtimeMs}`;
}

/** Networks change hands: older data cannot call anyone a liar. */
export const FRESH_DAYS = 30;

/** Whether networks of a day, such as `2026-11-21`, are still what an operator publishes. */
function isFresh(date: string, now: number): boolean {
  return now - Date.parse(date) <= FRESH_DAYS * DAY_MS;
}

/** The day of the oldest networks by which crawlers could be verified, were they not too old; null where none is. */
export function staleSince({ date: shipped, networks }: NetworkFile, now: number): string | null {
  const names = new Set(Object.values(VERIFIABLE_BOTS).flat());
  const dates = networks.filter(({ name }) => names.has(name)).map(({ date = shipped }) => date);
  return dates.filter((date) => !isFresh(date, now)).sort()[0] ?? null;
}
