import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Outcome } from './measure/outcome.ts';
import { importEvents } from './modes/import-events.ts';
import { live } from './modes/live.ts';
import { page } from './modes/page.ts';
import { standing } from './modes/standing.ts';
import { tenants } from './modes/tenants.ts';
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
    folder: { type: 'string' },
    'seed-only': { type: 'boolean', default: false },
    /** Of the questions where nothing new comes in. */
    runs: { type: 'string', default: '15' },
    peers: { type: 'string', default: Object.keys(ENGINES).join(',') },
    only: { type: 'string', default: '' },
    live: { type: 'boolean', default: false },
    analysts: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '30' },
    tenants: { type: 'string', default: '0' },
    import: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
});

const [days, runs, seconds] = [options.days, options.runs, options.seconds].map(Number) as [
  number,
  number,
  number,
];
const wanted = { events: countOf(options.events), days, tenants: Math.max(1, Number(options.tenants)) };
const folder = options.folder ?? join(tmpdir(), defaultName());
const seeded = await seed(folder, wanted, (progress) => console.error(progress));
if (!options['seed-only']) {
  const outcome = new Outcome();
  if (options.live) await live(seeded, { folder, analysts: Number(options.analysts), seconds }, outcome);
  else if (options.page) await page(seeded, { folder, runs }, outcome);
  else if (options.import) await importEvents(seeded, folder, outcome);
  else if (wanted.tenants > 1) await tenants(seeded, folder, outcome);
  else await standing(seeded, { folder, runs, peers: peersOf(options.peers), only: options.only }, outcome);
  process.exitCode = outcome.exitCode();
}

/** A store of each kind has a folder of its own. */
function defaultName(): string {
  const beside = [
    ...(options.days === '90' ? [] : [`${options.days}-days`]),
    ...(options.tenants === '0' ? [] : [`${options.tenants}-tenants`]),
  ];
  return ['cvq-bench-read', options.events, ...beside].join('-');
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
