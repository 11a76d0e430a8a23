import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';

const ERASE = '\r\u001b[K';

let env: Readonly<Record<string, string>>;
let folder: string;
let project: string;
let exported: string;

type Streams = { readonly isTerminal: boolean; readonly outIsTerminal?: boolean; readonly input?: string };

function collected(isTTY: boolean) {
  const pieces: string[] = [];
  const stream = new Writable({
    write(piece, _encoding, done) {
      pieces.push(String(piece));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), pieces };
}

async function run(args: readonly string[], { isTerminal, outIsTerminal = false, input = '' }: Streams) {
  const [out, err] = [collected(outIsTerminal), collected(isTerminal)];
  const at = { env, stdin: Readable.from([Buffer.from(input)]), now: Date.now, exitCode: 0 };
  const code = await runCommand(args, { ...at, stdout: out.stream, stderr: err.stream });
  return { code, stdout: out.pieces.join(''), shown: err.pieces };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cvq-progress-'));
  env = { CVQ_DATA: folder };
  const made = await run(['demo', '--days', '5', '--json'], { isTerminal: false });
  project = (JSON.parse(made.stdout) as { project: string }).project;
  exported = (await run(['events', 'export', '--project', project], { isTerminal: false })).stdout;
});

const spendFile = async () => {
  const file = path.join(folder, 'spend.csv');
  const rows = Array.from({ length: 11_000 }, (_, row) => `2026-01-01,podcast,c${row},Name,1,1,1,EUR`);
  const heading = 'date,platform,campaign_id,campaign,spend,impressions,clicks,currency';
  await writeFile(file, [heading, ...rows].join('\n'));
  return file;
};

/** Commands that take long, with the form of what they show. */
const LONG: readonly [name: string, shown: RegExp, run: (streams: Streams) => ReturnType<typeof run>][] = [
  [
    'events export',
    /^\d[\d,]* events …$/,
    (streams) => run(['events', 'export', '--project', project], streams),
  ],
  [
    'events import',
    /^\d[\d,]* lines …$/,
    (streams) => run(['events', 'import', '--project', project], { ...streams, input: exported }),
  ],
  [
    'spend import',
    /^\d[\d,]* lines …$/,
    async (streams) => run(['spend', 'import', '--project', project, await spendFile()], streams),
  ],
  [
    'store shrink',
    /^(Archiving the events of project \d of \d|Writing the file anew) …$/,
    (streams) => run(['store', 'shrink'], streams),
  ],
];

describe.each(LONG)('cvq %s', (_name, form, started) => {
  it('shows in a terminal how far it is, in one line that is gone in the end', async () => {
    const { code, shown } = await started({ isTerminal: true });
    expect(code).toBe(0);
    expect(shown.at(-1)).toBe(ERASE);
    const lines = shown.slice(0, -1);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line.startsWith(ERASE)).toBe(true);
      expect(line.slice(ERASE.length)).toMatch(form);
    }
  });

  it('shows nothing where there is no terminal', async () => {
    const { code, shown } = await started({ isTerminal: false });
    expect([code, shown]).toEqual([0, []]);
  });
});

it('an export into the terminal itself has no such line between its lines', async () => {
  const { shown, stdout } = await run(['events', 'export', '--project', project], {
    isTerminal: true,
    outIsTerminal: true,
  });
  expect(shown).toEqual([]);
  expect(stdout).toBe(exported);
});

it('what an import says of a bad line has a line of its own', async () => {
  const { shown } = await run(['events', 'import', '--project', project, '--skip-bad'], {
    isTerminal: true,
    input: `${exported}nonsense\n`,
  });
  const at = shown.findIndex((piece) => piece.startsWith('cvq: Left out line'));
  expect(shown[at - 1]).toBe(ERASE);
});
