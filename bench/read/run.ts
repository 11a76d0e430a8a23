import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Outcome } from './measure/outcome.ts';
import { standing } from './modes/standing.ts';
import { ENGINES, type EngineName } from './peers/engines.ts';
import { seed } from './seed/seed.ts';

/**
 * What questions cost: processor time, wall time, memory and disk, beside other engines, beside ingest, and beside a
 * thousand other projects. The README of this folder says what each mode shows.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1m' },
    days: { type: 'string', default: '90' },
    runs: { type: 'string', default: '15' },
    folder: { type: 'string' },
    peers: { type: 'string', default: Object.keys(ENGINES).join(',') },
    only: { type: 'string', default: '' },
    'seed-only': { type: 'boolean', default: false },
  },
});

const plan = { events: countOf(options.events), days: Number(options.days), tenants: 1 };
const folder = options.folder ?? join(tmpdir(), `cvq-bench-read-${options.events}`);
const seeded = await seed(folder, plan, (progress) => console.error(progress));
const outcome = new Outcome();
if (!options['seed-only']) {
  await standing(
    seeded,
    { folder, runs: Number(options.runs), peers: peersOf(options.peers), only: options.only },
    outcome,
  );
  process.exitCode = outcome.exitCode();
}

/** `200k` and `10m` are what people write. */
function countOf(text: string): number {
  const [, digits, unit] = /^(\d+)([km]?)$/.exec(text) ?? [];
  if (digits === undefined)
    throw new Error(`--events must be a number such as 200k or 10m, and not ${text}.`);
  return Number(digits) * { '': 1, k: 1e3, m: 1e6 }[unit as '' | 'k' | 'm'];
}

function peersOf(text: string): EngineName[] {
  if (text === 'none') return [];
  return text.split(',').map((name) => {
    if (name in ENGINES) return name as EngineName;
    throw new Error(`--peers must be none, or some of ${Object.keys(ENGINES).join(',')}, and not ${text}.`);
  });
}
