import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../edge/content-hash.ts';
import { compressedBody, type NegotiatedBody } from '../edge/negotiated-body.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';
import type { Log } from '../log.ts';
import { keepScript, pinnedName, readKeptScript, SCRIPT_KINDS, type ScriptKind } from './kept-scripts.ts';

type Means = {
  /** Where the stores are. */
  readonly folder: string;
  readonly log: Log;
};

/** Where the scripts of this version are. */
const ADDRESSES: Readonly<Record<ScriptKind, () => string>> = {
  sdk: () => import.meta.resolve('@cvq/browser/sdk.js'),
  'sdk.extra': () => import.meta.resolve('@cvq/browser/sdk.extra.js'),
  'sdk.consent': () => import.meta.resolve('@cvq/browser/sdk.consent.js'),
};

/** A script of this version, as it was built. */
export function readNewest(kind: ScriptKind): Promise<Buffer> {
  return readFile(fileURLToPath(ADDRESSES[kind]()));
}

/** The scripts of this version, and those of earlier ones that pages may have pinned. Each is compressed once. */
export class SdkScripts {
  readonly #means: Means;
  readonly #newest = new Map<ScriptKind, Promise<NegotiatedBody>>();
  readonly #kept = new Map<string, Promise<NegotiatedBody>>();
  readonly #toldOf = new Set<string>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** Keeps the scripts of this version for the versions to come. */
  async keep(): Promise<void> {
    const { folder } = this.#means;
    for (const kind of SCRIPT_KINDS) {
      const content = await readNewest(kind);
      await keepScript(folder, pinnedName(kind, contentHash(content)), content);
    }
  }

  /** The script of this version. */
  newest(kind: ScriptKind): Promise<NegotiatedBody> {
    const loaded = this.#newest.get(kind) ?? readNewest(kind).then(compressedBody);
    this.#newest.set(kind, loaded);
    return loaded;
  }

  /** The script that has this hash, of whatever version; null where there is none. */
  async pinned(kind: ScriptKind, hash: string): Promise<NegotiatedBody | null> {
    const newest = await this.newest(kind);
    if (hash === newest.hash) return newest;
    const name = pinnedName(kind, hash);
    const loaded = this.#kept.get(name) ?? this.#load(name);
    if (loaded !== null) this.#kept.set(name, loaded);
    return loaded;
  }

  /** What cannot be used is told once, and looked at again whenever somebody asks: it may have been restored. */
  #load(name: string): Promise<NegotiatedBody> | null {
    const { folder, log } = this.#means;
    try {
      const content = readKeptScript(folder, name);
      return content && compressedBody(content);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      if (!this.#toldOf.has(name))
        log.error(
          { script: name },
          `A script that pages may have pinned ${error.message}. They get 404 until it is restored from a backup.`,
        );
      this.#toldOf.add(name);
      return null;
    }
  }
}
