import type { BotCategory } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { LOCAL_NETWORKS, prefixSetOf } from '../../net/special-networks.ts';
import { VERIFIABLE_BOTS } from '../tables/verifiable-bots.ts';
import { isFresh } from './is-fresh.ts';
import type { NetworkFile, NetworkOwner } from './network-file.ts';

/** Whose an address is. */
export type KnownNetworks = {
  find(address: string): NetworkFinding;
};

type NetworkFinding = {
  /** Whoever runs the address, where that says something of its visitor; null for people. */
  readonly owner:
    | (Pick<NetworkOwner, 'name' | 'kind'> & { readonly category?: BotCategory | undefined })
    | null;
  /**
   * What speaks against one who names this bot: `spoofed` where its operator publishes the networks and the address is
   * in none of them, `outdated_networks` where it is in none of those that were published too long ago to call anyone a liar.
   */
  doubtOf(bot: string, now: number): 'spoofed' | 'outdated_networks' | null;
};

/** Visitors send several events each, and there are a score of lists to ask. */
const REMEMBERED_ADDRESSES = 5_000;

const NOTHING: NetworkFinding = { owner: null, doubtOf: () => null };

/** The networks of a file, ready to be asked. Those of people come first: a relay's exit is nobody's crawler. */
export function openNetworks(file: NetworkFile): KnownNetworks {
  const owners = file.networks.map((owner) => ({ ...owner, set: prefixSetOf(owner.prefixes.split(' ')) }));
  const people = owners.filter(({ kind }) => kind === 'people');
  const rest = owners.filter(({ kind }) => kind !== 'people');
  const found = new LRUCache<string, NetworkFinding>({ max: REMEMBERED_ADDRESSES });

  function look(address: string): NetworkFinding {
    if (LOCAL_NETWORKS.has(address)) return NOTHING;
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
      const known = found.get(address);
      if (known !== undefined) return known;
      const finding = look(address);
      found.set(address, finding);
      return finding;
    },
  };
}
