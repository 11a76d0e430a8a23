import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contract from '@cvq/contract';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = globSync('packages/*/src/**/*.ts', { cwd: root }).toSorted();

type Row = readonly [page: string, phrase: string, constant: string, per: number];

/** What a page says with `#` for the number, the constant that has it, and what one of the page's units is. */
const ROWS: readonly Row[] = [
  ['tracking-api.md', '(# bytes)', 'MAX_REQUEST_BYTES', 1],
  ['tracking-api.md', 'nested at most # levels', 'MAX_JSON_DEPTH', 1],
  ['tracking-api.md', 'has at most # characters', 'MAX_TEXT_LENGTH', 1],
  ['tracking-api.md', 'string, 1 to # characters', 'MAX_EVENT_TYPE_LENGTH', 1],
  ['tracking-api.md', '`session_id` | string, up to #', 'MAX_ID_LENGTH', 1],
  ['tracking-api.md', 'more than # hours ahead', 'MAX_AHEAD_MS in track/event-facts.ts', contract.HOUR_MS],
  ['tracking-api.md', 'older than # days is refused', 'MAX_AGE_MS in track/event-facts.ts', contract.DAY_MS],
  ['tracking-api.md', 'by over # seconds', 'CLOCK_TOLERANCE_MS', contract.SECOND_MS],
  ['tracking-api.md', 'Up to # either way', 'MAX_AMOUNT', 1],
  ['tracking-api.md', 'beyond # it is kept', 'MAX_REVENUE', 1],
  ['tracking-api.md', 'for # hours: the same key', 'IDEMPOTENCY_MS', contract.HOUR_MS],
  ['tracking-api.md', 'They are kept for # days', 'USER_DATA_MS', contract.DAY_MS],
  ['read-api.md', 'more than # days; more than', 'MAX_RANGE_DAYS', 1],
  ['read-api.md', 'more than # days where the offset', 'MAX_RANGE_DAYS_PARTIAL_HOUR_ZONE', 1],
  ['read-api.md', '`granularity=hour` over more than # days', 'MAX_HOURLY_RANGE_DAYS', 1],
  ['read-api.md', 'at most # days before it', 'ATTRIBUTION_WINDOW_MS', contract.DAY_MS],
  ['read-api.md', '1 to #: an older one answers', 'MAX_LOOKBACK_DAYS', 1],
  ['operating.md', 'wait unread, # MB of them', 'HELD_BYTES', 1024 ** 2],
  ['operating.md', 'One address of browsers has # KB', 'SHARE_OF_A_GROUP', 1024],
  ['operating.md', '# s without any progress', 'STALL_MS', contract.SECOND_MS],
  ['deploying.md', 'have up to # MB', 'MAX_SPEND_FILE_BYTES', 1024 ** 2],
  ['bots.md', 'at most # a project', 'MAX_BOT_RULES', 1],
  ['bots.md', 'were fetched in the last # days', 'FRESH_DAYS', 1],
  ['decisions/0021-pause-under-load.md', 'a group of # ', 'BUSY_GROUP', 1],
  ['decisions/0021-pause-under-load.md', 'starts # ms later', 'PAUSE_MS in track/intake.ts', 1],
  ['decisions/0015-sessions-without-an-id.md', '# events', 'MAX_RUN', 1],
  ['decisions/0024-clients.md', '# characters', 'MAX_USER_AGENT_LENGTH', 1],
  ['decisions/0026-how-a-touch-is-read.md', '# characters', 'MAX_CLICK_ID_LENGTH', 1],
  ['decisions/0026-how-a-touch-is-read.md', '# characters', 'LONGEST_WORD', 1],
  ['decisions/0057-user-agents-of-bots.md', 'read to # characters', 'MAX_LENGTH in bots/user-agent.ts', 1],
];

describe('the numbers that docs say', () => {
  it.each(ROWS)('%s says "%s" as %s is', (page, phrase, constant, per) => {
    const number = numberOf(constant) / per;
    const text = readFileSync(path.join(root, 'docs', page), 'utf8').replaceAll(/\s+/g, ' ');
    const said = [`${number}`, number.toLocaleString('en')].map((shown) => phrase.replace('#', shown));
    expect(said.filter((words) => text.includes(words))).not.toEqual([]);
  });

  it('lets a proxy pass on every body that the collector reads', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(page('deploying.md')) ?? [];
    const largest = Math.max(contract.MAX_SPEND_FILE_BYTES, contract.MAX_REQUEST_BYTES);
    expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(largest);
  });

  it('has a proxy keep what events say of people in memory, and write none of it to a file', () => {
    const [, megabytes] = /client_body_buffer_size (\d+)m;/.exec(page('deploying.md')) ?? [];
    expect(Number(megabytes) * 1024 ** 2).toBeGreaterThanOrEqual(contract.MAX_REQUEST_BYTES);
  });

  it('has the schedule of webhooks', () => {
    const rows = [...page('webhooks.md').matchAll(/^\| \d \| (?:at once|(\d+) (minute|hour)s?) \|$/gm)];
    const units = { minute: contract.MINUTE_MS, hour: contract.HOUR_MS };
    const delays = rows.map(([, count = '0', unit = 'minute']) => Number(count) * units[unit as 'hour']);
    expect(delays).toEqual([...contract.WEBHOOK_DELAYS_MS]);
  });
});

function page(name: string): string {
  return readFileSync(path.join(root, 'docs', name), 'utf8');
}

/** The number of a constant, which stands in one file, or in the one that is named after it. */
function numberOf(constant: string): number {
  const [name = '', place = ''] = constant.split(' in ');
  const shared = (contract as Record<string, unknown>)[name];
  if (typeof shared === 'number') return shared;
  const declared = new RegExp(`^(?:export )?const ${name} = (.+);$`, 'm');
  const found = files
    .filter((file) => file.endsWith(place))
    .flatMap((file) => declared.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? []);
  expect(found, `${constant} stands once`).toHaveLength(1);
  const factors = (found[0] ?? '').split('*').map((factor) => {
    const known = (contract as Record<string, unknown>)[factor.trim()];
    return typeof known === 'number' ? known : Number(factor.replaceAll('_', ''));
  });
  return factors.reduce((product, factor) => product * factor, 1);
}
