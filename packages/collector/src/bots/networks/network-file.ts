import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '@cvq/storage';
import { z } from 'zod';
import { readGivenFile } from '../../files/read-given-file.ts';
import { writeDraft } from '../../files/write-draft.ts';

const CATEGORIES = ['search_engine', 'ai_crawler', 'monitoring', 'social_media', 'other'] as const;

/** Whose networks: `people` use those of a relay or a VPN; `hosting` is evidence and no proof; the rest is bots. */
const networkOwner = z.object({
  name: z.string(),
  kind: z.enum(['crawler', 'monitoring', 'preview', 'hosting', 'people']),
  category: z.enum(CATEGORIES).optional(),
  /** The day of this owner's networks, where it is another than that of the file. */
  date: z.iso.date().optional(),
  /** Networks and addresses, with blanks between. */
  prefixes: z.string(),
});

const networkFile = z.object({
  date: z.iso.date(),
  from: z.string(),
  networks: z.array(networkOwner),
});

export type NetworkOwner = z.infer<typeof networkOwner>;
export type NetworkFile = z.infer<typeof networkFile>;

/** Many times what the operators publish together. */
const MAX_BYTES = 64 * 1024 * 1024;

const SHIPPED = new URL('../../../data/bots/networks.json', import.meta.url);

/** The networks that come with this version. */
export function shippedNetworks(): NetworkFile {
  return networkFile.parse(JSON.parse(readFileSync(SHIPPED, 'utf8')));
}

/** Where a refresh keeps its file: beside the stores. */
export function refreshedNetworksPath(folder: string): string {
  return join(folder, 'bot-networks.json');
}

/** Of each owner the newer of what was shipped and what was refreshed since. A file that cannot be read counts as missing. */
export function newestNetworks(folder: string): NetworkFile {
  const shipped = shippedNetworks();
  const refreshed = new Map(refreshedNetworks(folder)?.networks.map((owner) => [owner.name, owner]));
  const networks = shipped.networks.map((owner) => {
    const { date, prefixes } = refreshed.get(owner.name) ?? owner;
    return date !== undefined && date > (owner.date ?? shipped.date) ? { ...owner, date, prefixes } : owner;
  });
  return { ...shipped, networks };
}

/** Puts a refresh in the place of the one before in one step: a reader meanwhile has one of them whole. */
export function keepNetworks(folder: string, file: NetworkFile): void {
  const path = refreshedNetworksPath(folder);
  const unfinished = `${path}.${process.pid}`;
  makeDataFolder(folder);
  writeDraft(unfinished, JSON.stringify(networkFile.parse(file)));
  try {
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The day of the last refresh; null where there was none. */
export function refreshedOn(folder: string): string | null {
  return refreshedNetworks(folder)?.date ?? null;
}

function refreshedNetworks(folder: string): NetworkFile | null {
  try {
    return readNetworks(refreshedNetworksPath(folder));
  } catch {
    return null;
  }
}

/** @throws when the file is missing, unreadable or no list of networks. */
export function readNetworks(path: string): NetworkFile {
  return networkFile.parse(JSON.parse(readGivenFile(path, { atMost: MAX_BYTES }).toString('utf8')));
}
