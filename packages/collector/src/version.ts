import { readFileSync } from 'node:fs';

const manifest = new URL('../package.json', import.meta.url);

/** The version of cvq that runs, as its package says it. */
export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version;
