import { NETWORK_SOURCES } from '../tables/network-sources.ts';
import type { NetworkFile, NetworkOwner } from './network-file.ts';
import { parsePrefix } from './parse-prefix.ts';

type Means = {
  readonly fetch: typeof fetch;
  /** Such as `2026-11-21`. */
  readonly today: string;
  readonly sources?: Readonly<Record<string, readonly string[]>>;
};

export type Refreshed = {
  readonly file: NetworkFile;
  /** Whose networks stayed as they were, and why. */
  readonly failed: readonly { readonly name: string; readonly error: string }[];
};

const TIMEOUT_MS = 20_000;

/** Networks as their operators publish them now. What cannot be had stays as it was, with its own date. */
export async function refreshNetworks(
  current: NetworkFile,
  { fetch, today, sources = NETWORK_SOURCES }: Means,
): Promise<Refreshed> {
  const failed: { name: string; error: string }[] = [];
  const networks = await Promise.all(
    current.networks.map(async (owner): Promise<NetworkOwner> => {
      const kept = { ...owner, date: owner.date ?? current.date };
      const addresses = sources[owner.name];
      if (addresses === undefined) return kept;
      try {
        const lists = await Promise.all(addresses.map((address) => prefixesAt(address, fetch)));
        return { ...owner, date: today, prefixes: [...new Set(lists.flat())].join(' ') };
      } catch (error) {
        failed.push({ name: owner.name, error: error instanceof Error ? error.message : String(error) });
        return kept;
      }
    }),
  );
  return { file: { date: today, from: 'the operators', networks }, failed };
}

async function prefixesAt(address: string, fetchIt: typeof fetch): Promise<string[]> {
  const response = await fetchIt(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const prefixes = textsIn(await response.json()).filter(isNetwork);
  if (prefixes.length === 0) throw new Error(`${address} names no network`);
  return prefixes;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isNetwork(text: string): boolean {
  return text.includes('/') && !('problem' in parsePrefix(text));
}
