import type { BotCategory } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { VERIFIABLE_BOTS } from '../tables/verifiable-bots.ts';
import type { NetworkFile, NetworkOwner } from './network-file.ts';
import { parsePrefix } from './parse-prefix.ts';
import { createPrefixSet, type PrefixSet } from './prefix-set.ts';

/** Whose an address is. */
export type KnownNetworks = {
  find(address: string): NetworkFinding;
  /** The day of the data, such as `2026-08-22`. */
  readonly date: string;
};

type NetworkFinding = {
  /** Whoever runs the address, where that says something of its visitor; null for people. */
  readonly owner:
    | (Pick<NetworkOwner, 'name' | 'kind'> & { readonly category?: BotCategory | undefined })
    | null;
  /** True where a bot of this name publishes its networks, the data is fresh and the address is in none of them. */
  refutes(bot: string, now: number): boolean;
};

/** Networks change hands: older data cannot call anyone a liar. */
const FRESH_MS = 30 * 86_400_000;

/** Visitors send several events each, and there are a score of lists to ask. */
const REMEMBERED_ADDRESSES = 5_000;

/** The networks of a file, ready to be asked. Those of people come first: a relay's exit is nobody's crawler. */
export function openNetworks(file: NetworkFile): KnownNetworks {
  const owners = file.networks.map((owner) => ({ ...owner, set: setOf(owner.prefixes) }));
  const people = owners.filter(({ kind }) => kind === 'people');
  const rest = owners.filter(({ kind }) => kind !== 'people');
  const found = new LRUCache<string, NetworkFinding>({ max: REMEMBERED_ADDRESSES });

  function look(address: string): NetworkFinding {
    const owner = people.some(({ set }) => set.has(address))
      ? null
      : rest.find(({ set }) => set.has(address));
    return {
      owner: owner ?? null,
      refutes(bot, now) {
        const names = VERIFIABLE_BOTS[bot] ?? [];
        const published = rest.filter(({ name }) => names.includes(name));
        const isFresh = published.every(({ date = file.date }) => now - Date.parse(date) <= FRESH_MS);
        return published.length > 0 && isFresh && !published.some(({ set }) => set.has(address));
      },
    };
  }

  return {
    date: file.date,
    find(address) {
      const known = found.get(address);
      if (known !== undefined) return known;
      const finding = look(address);
      found.set(address, finding);
      return finding;
    },
  };
}

function setOf(prefixes: string): PrefixSet {
  return createPrefixSet(
    prefixes.split(' ').flatMap((text) => {
      const prefix = parsePrefix(text);
      return 'problem' in prefix ? [] : [prefix];
    }),
  );
}
