import { parsePrefix } from '../../net/networks.ts';
import { NETWORK_SOURCES } from '../tables/network-sources.ts';
import type { NetworkFile, NetworkOwner } from './network-file.ts';
import { WIDEST_NETWORK } from './widest-network.ts';

/** Where to find networks, by the names of their owners. */
export type NetworkSources = Readonly<Record<string, readonly string[]>>;

type Means = {
  readonly fetch: typeof fetch;
  /** Such as `2026-11-21`. */
  readonly today: string;
  readonly sources?: NetworkSources;
  /** True where the sources are the operator's own choice, whose word is taken for any number of networks. */
  readonly mayShrink?: boolean;
};

type Refreshed = {
  readonly file: NetworkFile;
  /** Whose networks are new. */
  readonly refreshed: readonly string[];
  /** Whose networks stayed as they were, and why. */
  readonly failed: readonly { readonly name: string; readonly error: string }[];
};

const TIMEOUT_MS = 20_000;

/** A list that lost more than half of its networks is broken more likely than an operator that gave them up. */
const LEAST_SHARE = 0.5;

/** Networks as their operators publish them now. What cannot be had stays as it was, with its own date. */
export async function refreshNetworks(
  current: NetworkFile,
  { fetch, today, sources = NETWORK_SOURCES, mayShrink = false }: Means,
): Promise<Refreshed> {
  const refreshed: string[] = [];
  const failed: { name: string; error: string }[] = [];
  const networks = await Promise.all(
    current.networks.map(async (owner): Promise<NetworkOwner> => {
      const kept = { ...owner, date: owner.date ?? current.date };
      const addresses = sources[owner.name];
      if (addresses === undefined) return kept;
      try {
        const lists = await Promise.all(addresses.map((address) => prefixesAt(address, fetch)));
        const prefixes = [...new Set(lists.flat())];
        if (!mayShrink) requireWhole(prefixes.length, owner);
        refreshed.push(owner.name);
        return { ...owner, date: today, prefixes: prefixes.join(' ') };
      } catch (error) {
        failed.push({ name: owner.name, error: reasonOf(error) });
        return kept;
      }
    }),
  );
  return { file: { date: today, from: 'the operators', networks }, refreshed, failed };
}

/** What went wrong; of a connection the cause below tells more. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function requireWhole(count: number, { prefixes }: NetworkOwner): void {
  const before = prefixes.split(' ').length;
  if (count < before * LEAST_SHARE) throw new Error(`only ${count} networks where there were ${before}`);
}

async function prefixesAt(address: string, fetchIt: typeof fetch): Promise<string[]> {
  const response = await fetchIt(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const prefixes = textsIn(await jsonOf(response, address)).filter((text) => text.includes('/'));
  const networks = prefixes.filter((text) => isNetwork(text, address));
  if (networks.length === 0) throw new Error(`${address} names no network`);
  return networks;
}

/** Several times what the longest list takes: what is longer is none. */
const MAX_BYTES = 16 * 1024 * 1024;

async function jsonOf(response: Response, address: string): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) break;
    }
    if (size <= MAX_BYTES) return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Error(`${address} is not complete JSON`);
  }
  throw new Error(`${address} is longer than ${MAX_BYTES} bytes`);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isNetwork(text: string, address: string): boolean {
  const prefix = parsePrefix(text);
  if ('problem' in prefix) return false;
  if (prefix.length < WIDEST_NETWORK[prefix.family])
    throw new Error(`${address} names ${text}, which is too wide`);
  return true;
}
