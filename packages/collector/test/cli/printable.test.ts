import { openControlStore } from '@cvq/storage';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { printable, printableBrief } from '../../src/cli/printable.ts';
import { createClient } from '../client.ts';
import { temporaryFolder } from '../collector.ts';
import { createProject } from '../durability/program.ts';
import { serveHere } from '../durability/serve-here.ts';
import { cvq } from '../program.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 60_000 });

/** A colour, a title of the window as one byte of C1 begins it, and a mark that turns the direction of what follows. */
const EVIL = '\u001b[31mEVIL\u009d\u202e';
const SHOWN = '\\u001b[31mEVIL\\u009d\\u202e';
const MOVES_TERMINAL = /[^\n\P{Cc}]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

it('what whoever may send events writes is shown without its escapes, and exactly in JSON', async () => {
  const folder = temporaryFolder();
  const settings = { CVQ_DATA: folder, CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' };
  const { id: project, server_key: serverKey } = await createProject(folder);
  const url = 'http://127.0.0.1:45001/';
  await cvq(['webhook', 'create', '--project', project, '--url', url, '--events', '*'], settings);
  const collector = await serveHere(folder);
  const { status } = await createClient(collector.port).send({
    method: 'POST',
    path: '/v1/track',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${serverKey}` },
    body: JSON.stringify({ event_type: EVIL, properties: { note: EVIL } }),
  });
  expect(status).toBe(200);
  await collector.terminate();

  const list = await cvq(['webhook', 'deliveries'], settings);
  expect(list.stdout).toContain(SHOWN);
  const exact = JSON.parse((await cvq(['webhook', 'deliveries', '--json'], settings)).stdout);
  expect(exact[0].event_type).toBe(EVIL);
  const one = await cvq(['webhook', 'deliveries', exact[0].id], settings);
  const payload = one.stdout.split('\n').find((line) => line.startsWith('{'));
  expect(JSON.parse(payload as string), 'what is shown is still the same JSON').toMatchObject({
    type: EVIL,
    data: { properties: { note: EVIL } },
  });
  for (const { stdout } of [list, one]) expect(stdout).not.toMatch(MOVES_TERMINAL);
});

it('a stored rule is shown without its escapes', async () => {
  const folder = temporaryFolder();
  const { id: project } = await createProject(folder);
  const control = openControlStore({ folder, migrate: false });
  await control.addBotRules(project, [{ kind: 'userAgentContains', value: EVIL }], { at: Date.now() });
  await control.close();
  const { stdout } = await cvq(['bots', 'rules', 'list', '--project', project], { CVQ_DATA: folder });
  expect(stdout).toContain(SHOWN);
  expect(stdout).not.toMatch(MOVES_TERMINAL);
});

it.each([
  ['an id', ['project', 'update', EVIL, '--name', 'x']],
  ['an option', [`--${EVIL}`]],
  ['a command', [EVIL]],
  ['a value of an option', ['project', 'create', '--domain', 'shop.example', '--currency', EVIL]],
  ['a choice', ['webhook', 'deliveries', '--state', EVIL]],
])(
  '%s that is repeated in an error is shown without its escapes, and without its middle where it is long',
  async (_, args) => {
    const settings = { CVQ_DATA: temporaryFolder() };
    const { code, stderr } = await cvq(args, settings);
    expect(code).toBe(1);
    expect(stderr).toContain(SHOWN);
    expect(stderr).not.toMatch(MOVES_TERMINAL);

    const long = args.map((arg) => arg.replace(EVIL, 'x'.repeat(100_000)));
    const refused = await cvq(long, settings);
    expect(refused.stderr.length).toBeLessThan(1_100);
    const fix = /[^.]*\.\n$/;
    expect(fix.exec(refused.stderr)?.[0], 'what to do is still said').toBe(fix.exec(stderr)?.[0]);
  },
);

it('no text moves a terminal, and JSON stays the same JSON', () => {
  const hostile = fc.constantFrom(
    '\u001b',
    '\u202e',
    '\u0085',
    '\ud800',
    '\u2028',
    '\n',
    '\\',
    '"',
    'é',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string()), { maxLength: 300 }), (parts) => {
      const text = parts.join('');
      expect(printable(text)).not.toMatch(/\n/);
      expect(printable(text)).not.toMatch(MOVES_TERMINAL);
      expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text);
      expect(printable(printable(text))).toBe(printable(text));
      expect([...printableBrief('😀'.repeat(900) + text)].length).toBeLessThanOrEqual(6_000);
      expect(printableBrief('😀'.repeat(900) + text)).not.toMatch(MOVES_TERMINAL);
    }),
  );
});
