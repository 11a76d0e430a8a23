import { existsSync, readdirSync } from 'node:fs';
import { readNetworks, refreshedNetworksPath } from '../bots/networks/network-file.ts';
import type { Config } from '../config.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';
import { openCityFile } from '../geo/open-city-file.ts';
import { lookThroughKept, SCRIPT_FOLDER } from '../pages/kept-scripts.ts';
import { secretFile } from '../secrets/load-secret.ts';
import { proveByCanary } from '../secrets/open-secret.ts';
import { explainFailure } from './explain-failure.ts';
import { terminal } from './terminal.ts';
import { needSecret, readCanary } from './with-stores.ts';
import type { UnreadFiles } from './with-writable-folder.ts';

/** What was found of one file, or of the setting in its place: what is wrong with it, else what there is to say. */
export type FileFinding = {
  readonly file: string;
  readonly problems: readonly string[];
  readonly note: string;
};

/** Looks at every file in the data folder that does not belong to a store, and at the files that settings name. */
export function checkFolder(config: Config, unread: UnreadFiles): readonly FileFinding[] {
  const { dataFolder, cityFile } = config;
  const isRead = ({ file }: FileFinding) => !unread.has(file);
  return [
    ...[examineSecret(config), examineNetworks(dataFolder), examineScripts(dataFolder)].filter(isRead),
    ...[...unread].filter(([file]) => !OF_STORES.test(file)).map(unreadFinding),
    ...(cityFile === null ? [] : [examineCities(cityFile)]),
    ...(existsSync(dataFolder) ? readdirSync(dataFolder) : []).toSorted().flatMap(examineOther),
  ];
}

function examineSecret({ secret: place, dataFolder }: Config): FileFinding {
  const { given } = place;
  const file = given === null ? 'secret' : 'CVQ_SECRET';
  const canary = canaryOf();
  if (canary instanceof Error)
    return { file, problems: [], note: 'not checked: the control store cannot be read' };
  try {
    const proven = proveByCanary(place, { canary, holdsSealed: needSecret(dataFolder) });
    const isUnused = given !== null && existsSync(secretFile(dataFolder));
    const known = canary === null ? 'there; no store tells whether it is its own' : 'ok';
    const note = isUnused ? `${known}; the file secret is not used while CVQ_SECRET is set` : known;
    return { file, problems: [], note: proven === null ? 'not created yet' : note };
  } catch (error) {
    return { file, problems: [explainFailure(error, terminal().env)], note: '' };
  }
}

/** What is wrong with the store is said of the store. */
function canaryOf(): string | null | Error {
  try {
    return readCanary();
  } catch (error) {
    return error as Error;
  }
}

function examineNetworks(folder: string): FileFinding {
  const path = refreshedNetworksPath(folder);
  const file = 'bot-networks.json';
  if (!existsSync(path))
    return { file, problems: [], note: 'not fetched yet: cvq uses the networks that it was installed with' };
  try {
    return { file, problems: [], note: `ok, of ${readNetworks(path).date}` };
  } catch (error) {
    const reason = error instanceof UnreadableFile ? error.message : 'is not a list of networks';
    const fix = 'cvq uses the networks that it was installed with. Remove the file and run cvq bots update.';
    return { file, problems: [`it ${reason}. ${fix}`], note: '' };
  }
}

function examineScripts(folder: string): FileFinding {
  const { whole, broken, others } = lookThroughKept(folder);
  const fix = 'Pages that pin it get 404. Restore it from a backup, or remove it.';
  const kept = whole.size === 0 ? 'none kept yet: cvq serve does that' : `ok, ${whole.size} kept`;
  const unused = others.length === 0 ? '' : `; you may remove ${others.join(', ')}`;
  return {
    file: SCRIPT_FOLDER,
    problems: [...broken].map(
      ([name, reason]) => `${name === SCRIPT_FOLDER ? 'it' : name} ${reason}. ${fix}`,
    ),
    note: kept + unused,
  };
}

function examineCities(path: string): FileFinding {
  const file = 'CVQ_GEO_CITY_MMDB';
  try {
    openCityFile(path);
    return { file, problems: [], note: 'ok' };
  } catch (error) {
    return { file, problems: [explainFailure(error, terminal().env)], note: '' };
  }
}

/** What is wrong with these is said of their store. */
const OF_STORES = /^(control|events|usage)\./;

function unreadFinding([file, reason]: readonly [file: string, reason: string]): FileFinding {
  return { file, problems: [reason], note: '' };
}

/** Files that are looked at by themselves, and what is kept beside a database. */
const KNOWN =
  /^(control|events|usage)\.db(-wal|-shm|-journal|-cleared)?$|^secret$|^events\.mark$|^bot-networks\.json$|^scripts$/;

/** What else may lie there of cvq's own. */
const REMAINS: readonly (readonly [RegExp, string])[] = [
  [/^secret\.previous$/, 'the secret before the present one: cvq secret rotate goes on, and removes it'],
  [/^(control|events)\.db\.broken/, 'what was left of a lost store when cvq store accept replaced it'],
  [/^usage\.db\.broken/, 'broken counters, replaced by new ones: you may remove them'],
  [
    /^(secret|events\.mark|bot-networks\.json)\.\d+$/,
    'left from a write that was interrupted: you may remove it',
  ],
];

/** Whether it is looked into, and not only named. */
export function isLookedInto(file: string): boolean {
  return KNOWN.test(file);
}

function examineOther(file: string): FileFinding[] {
  if (isLookedInto(file)) return [];
  const note = REMAINS.find(([name]) => name.test(file))?.[1] ?? 'not a file of cvq';
  return [{ file, problems: [], note }];
}
