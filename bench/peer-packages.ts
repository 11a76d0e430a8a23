import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = ['package.json', 'pnpm-lock.yaml'];
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Packages that cvq is measured beside, installed outside the workspace, so that nobody but a bench waits for them. */
export class PeerPackages {
  readonly folder: string;
  readonly require: NodeJS.Require;
  readonly #source: string;

  /** `source` is a folder of `bench/` with their package.json and lock file, `name` where they go below `.cvq/`. */
  constructor(source: string, name: string) {
    this.#source = join(import.meta.dirname, source);
    this.folder = join(ROOT, '.cvq', name);
    this.require = createRequire(join(this.folder, 'package.json'));
  }

  /** @throws Error when the registry of npm cannot be reached */
  install(): void {
    if (existsSync(join(this.folder, 'node_modules')) && FILES.every((file) => this.#isSame(file))) return;
    process.stderr.write('Installing the peers …\n');
    mkdirSync(this.folder, { recursive: true });
    for (const file of FILES) copyFileSync(join(this.#source, file), join(this.folder, file));
    const { status } = spawnSync(
      'pnpm',
      ['install', '--frozen-lockfile', '--ignore-workspace', '--ignore-scripts'],
      { cwd: this.folder, shell: process.platform === 'win32', stdio: ['ignore', 2, 2] },
    );
    if (status !== 0) throw new Error('The peers could not be installed: they come from the npm registry.');
  }

  versionOf(name: string): string {
    const file = join(this.folder, 'node_modules', name, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  }

  #isSame(file: string): boolean {
    const installed = join(this.folder, file);
    return existsSync(installed) && readFileSync(installed).equals(readFileSync(join(this.#source, file)));
  }
}
