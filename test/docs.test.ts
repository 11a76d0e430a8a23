import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  BreakdownQuery,
  BreakdownResponse,
  BrowserBatch,
  BrowserEvent,
  DIMENSIONS,
  ERROR_CODES,
  EventProperties,
  GRANULARITIES,
  MAX_BATCH_EVENTS,
  PLAN_CODES,
  PLANS,
  RANGE_PRESETS,
  REFUSED_QUERY_CREDENTIALS,
  SCOPES,
  TRACK_REQUESTS_PER_MINUTE,
  TrackedEvent,
  UserData,
} from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '../packages/collector/dist/attribution/traffic-source.js';
import { readConfig } from '../packages/collector/dist/config.js';
import { scriptTag } from '../packages/collector/dist/demo/script-tag.js';
import { TRACK_REFUSALS } from '../packages/collector/dist/errors/track-refused.js';
import { pinnedTag } from '../packages/collector/dist/pages/pinned-tag.js';
import { operations } from '../packages/collector/dist/read/operations.js';
import { trackRoutes } from '../packages/collector/dist/track/routes.js';
import { runInProcess } from '../packages/collector/test/run-in-process.ts';
import { pinnedTagOf } from '../packages/dashboard/src/words/tracking-snippets.ts';
import { decisionIndex, readDecisions, TOPICS } from '../scripts/decision-index.ts';

const root = path.resolve(import.meta.dirname, '..');
const pages = listPages();

/** What is told there was so once. */
const OF_HISTORY = /^CHANGELOG\.md$|^docs\/decisions\//;

/** Read by programs of the repository, which start cvq with an environment of its own. */
const OF_TOOLS = ['CVQ_BOT_SETS', 'CVQ_CHROMIUM'];

describe('docs/settings.md', () => {
  const rows = tableRows('docs/settings.md');
  const documented = rows.map(([name = '']) => unquote(name)).filter((name) => name !== 'Setting');
  const supported = rows.filter((row) => row.length === 4 && row[0] !== 'Setting');

  it('has exactly the settings that config.ts reads', () => {
    expect(documented.toSorted()).toEqual(settingsOfConfig().toSorted());
  });

  it('has every setting that a page or an example names, since cvq starts with no other in its environment', () => {
    const places = [...pages, ...trackedFiles('examples')].filter((file) => !OF_HISTORY.test(file));
    const named = places.flatMap((file) =>
      [...read(file).matchAll(/(?<![A-Z_])CVQ_[A-Z][A-Z_]*[A-Z]/g)].map(([name]) => `${name} of ${file}`),
    );
    const settings = new Set([...documented, ...OF_TOOLS]);
    expect(named.filter((name) => !settings.has(name.split(' ')[0] ?? ''))).toEqual([]);
  });

  it.each(supported)('states the default of %s', (name = '', _form, stated = '') => {
    const value = stated === 'none' ? '' : unquote(stated);
    expect(readConfig({ [unquote(name)]: value })).toEqual(readConfig({}));
  });

  const words = supported.flatMap(([name = '', form = '']) =>
    [...form.matchAll(/`(\w+)`/g)].map(([, word = '']) => [unquote(name), word] as const),
  );
  it.each(words)('says rightly that %s may be %s', (name, word) => {
    expect(() => readConfig({ [name]: word })).not.toThrow();
  });

  const ranges = supported.flatMap(([name = '', form = '']) => {
    const [, least, most] = /, (\d+) to (\d+)$/.exec(form) ?? [];
    return least === undefined ? [] : [[unquote(name), Number(least), Number(most)] as const];
  });
  it.each(ranges)('states the range of %s: %i to %i', (name, least, most) => {
    for (const value of [least, most]) expect(() => readConfig({ [name]: `${value}` })).not.toThrow();
    for (const value of [least - 1, most + 1]) expect(() => readConfig({ [name]: `${value}` })).toThrow(name);
  });

  const lengths = supported.flatMap(([name = '', form = '']) => {
    const [, least] = /at least (\d+) characters/.exec(form) ?? [];
    return least === undefined ? [] : [[unquote(name), Number(least)] as const];
  });
  it.each(lengths)('states the least length of %s: %i', (name, least) => {
    expect(() => readConfig({ [name]: 'x'.repeat(least) })).not.toThrow();
    expect(() => readConfig({ [name]: 'x'.repeat(least - 1) })).toThrow(name);
  });

  const others = rows.filter((row) => row.length === 2 && row[0] !== 'Setting');
  it.each(others)('says rightly that %s is not supported yet', (name = '') => {
    expect(() => readConfig({ [unquote(name)]: 'x' })).toThrow('not supported by this version yet');
  });
});

describe('docs/errors.md', () => {
  const sections = sectionsOf('docs/errors.md');

  it.each(Object.entries(ERROR_CODES))('has an anchor and the status of %s', (code, { status }) => {
    expect(sections.get(code)).toMatch(new RegExp(`^${status}\\. `));
  });

  it('has no code that does not exist', () => {
    const documented = [...sections].filter(([, text]) => /^\d{3}\. /.test(text)).map(([anchor]) => anchor);
    expect(documented.filter((code) => !(code in ERROR_CODES))).toEqual([]);
  });

  it.each(REFUSED_QUERY_CREDENTIALS)('names the refused query parameter %s', (name) => {
    expect(sections.get('invalid_request')).toContain(`\`${name}\``);
  });
});

describe('docs/cli.md', () => {
  let commands: Command[];
  beforeAll(async () => {
    commands = await findCommands([]);
  });
  const sections = sectionsOf('docs/cli.md');

  it('has exactly the commands of cvq', () => {
    const documented = [...sections.keys()].filter((anchor) => anchor.startsWith('cvq-'));
    expect(documented.toSorted()).toEqual(commands.map(({ anchor }) => anchor).toSorted());
  });

  it('has exactly the options of each command', () => {
    const documented = commands.map(({ anchor }) => [anchor, optionsIn(sections.get(anchor) ?? '')]);
    expect(documented).toEqual(commands.map(({ anchor, options }) => [anchor, options]));
  });
});

describe('docs/read-api.md', () => {
  const page = read('docs/read-api.md');

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'has %s',
    (name, operation) => {
      expect(page).toContain(`| \`${name}\` | \`${operation.method} ${operation.path}\` |`);
      expect(page).toContain(`\n## ${operation.method} ${operation.path}\n`);
      for (const scope of operation.scopes) expect(rowOf(page, name)).toContain(`\`${scope}\``);
      expect(unnamed(page, Object.keys(shapeOf(operation.query)))).toEqual([]);
    },
  );

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'has every field that %s answers',
    (_, operation) => {
      const told = (field: string) => page.includes(`\`${field}\``) || page.includes(`"${field}":`);
      expect(answeredFields(operation).filter((field) => !told(field))).toEqual([]);
    },
  );

  it('has the least plan of each operation that not every plan has', () => {
    const [least] = PLAN_CODES;
    for (const { name, plan } of operations.filter((operation) => operation.plan !== least)) {
      expect(rowOf(page, name)).toContain(`\`${plan}\``);
    }
  });

  it('has every scope, preset and granularity', () => {
    expect(unnamed(page, [...SCOPES, ...RANGE_PRESETS, ...GRANULARITIES])).toEqual([]);
  });

  it.each(Object.entries(PLANS))('has the numbers of the plan %s', (code, plan) => {
    const numbers = [plan.requests_per_minute, plan.requests_per_day, plan.requests_at_once];
    const cells = [plan.keys, plan.agency_wide_keys ? 'yes' : 'no', ...numbers];
    expect(page).toContain(`\n| \`${code}\` | ${cells.join(' | ')} |\n`);
  });

  it('has exactly the dimensions', () => {
    const [, section = ''] = page.split('\n### Dimensions\n');
    const [table = ''] = section.split('\n\n- ');
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const documented = rows.flatMap((row) => codeIn(row.split(' | ')[0] ?? ''));
    expect(documented.toSorted()).toEqual([...DIMENSIONS].toSorted());
  });

  it('has the channels in the order of their rules', () => {
    const [, section = ''] = page.split('\n### Channels\n');
    expect(codeIn(section).slice(0, CHANNELS.length)).toEqual([...CHANNELS]);
  });

  it('has every measure that a breakdown can be sorted by', () => {
    const sorts = BreakdownQuery.shape.sort.unwrap().in.options.filter((sort) => !sort.startsWith('-'));
    expect(codeIn(rowOf(page, 'sort')).filter((word) => sorts.includes(word as never))).toEqual(sorts);
  });

  it('shows a breakdown as it is answered', () => {
    const [example] = jsonExamples(page).filter(({ data }) => 'rows' in Object(data));
    expect(BreakdownResponse.parse(example)).toEqual(example);
  });
});

describe('docs/tracking-api.md', () => {
  const page = read('docs/tracking-api.md');

  it('has exactly the routes of the tracking APIs', () => {
    const { stack } = trackRoutes({} as never);
    const routes = stack.flatMap(({ route }) => (route ? [route.path] : []));
    const documented = [...page.matchAll(/^## (?:GET|POST) (\S+)$/gm)].map(([, found]) => found);
    expect(documented.toSorted()).toEqual(routes.toSorted());
  });

  it('has every field of a body', () => {
    const shapes = [TrackedEvent, EventProperties, UserData, BrowserBatch, BrowserEvent];
    const context = [TrackedEvent, BrowserEvent].map((event) => event.shape.context.unwrap().unwrap());
    const fields = [...shapes, ...context].flatMap(({ shape }) => Object.keys(shape));
    expect(unnamed(page, fields)).toEqual([]);
  });

  it('has exactly the statuses of a refusal', () => {
    const [, failures = ''] = page.split('\n## Failures\n');
    const documented = [...failures.matchAll(/^\| (\d{3}) \|/gm)].map(([, status]) => Number(status));
    expect(documented).toEqual(Object.values(TRACK_REFUSALS));
  });

  it('states the limits', () => {
    const [, limits = ''] = page.split('\n## Limits\n');
    expect(limits).toContain(`| events in a request | ${MAX_BATCH_EVENTS} |`);
    expect(limits).toContain(`| ${TRACK_REQUESTS_PER_MINUTE} in a UTC minute`);
    const intake = read('packages/collector/src/track/intake.ts');
    const [, queued = ''] = /MAX_QUEUED_REQUESTS = ([\d_]+)/.exec(intake) ?? [];
    expect(limits).toContain(`| requests that wait to be stored | ${queued.replace('_', ',')}`);
  });

  it('shows bodies that the schemas accept', () => {
    const examples = jsonExamples(page);
    const events = examples.filter((example) => 'event_type' in example);
    const batches = examples.filter((example) => 'key' in example);
    expect([events.length, batches.length]).toEqual([1, 1]);
    for (const event of events) expect(TrackedEvent.strict().parse(event)).toEqual(event);
    for (const batch of batches) {
      const { events: inside } = BrowserBatch.strict().parse(batch);
      for (const event of inside) BrowserEvent.strict().parse(event);
    }
  });
});

describe('README.md', () => {
  const page = read('README.md');

  it('shows the script tag that the collector prints', () => {
    const [shown = '', address = '', key = ''] =
      /<script async src="(.*)\/sdk\.js".*"(proj_[^"]*)"><\/script>/.exec(page) ?? [];
    expect(shown).toBe(scriptTag(address, key));
  });

  it('sends an event that the collector accepts', () => {
    const event = JSON.parse(/-d '(\{[\s\S]*?\n {2}\})'/.exec(page)?.[1] ?? '') as unknown;
    expect(TrackedEvent.strict().parse(event)).toEqual(event);
  });

  it('imports what the SDK exports', async () => {
    const [, names = ''] = /import \{ (.*) \} from '@cvq\/browser'/.exec(page) ?? [];
    expect(Object.keys(await import('@cvq/browser'))).toEqual(expect.arrayContaining(names.split(', ')));
  });

  it('names commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const text = page + read('CONTRIBUTING.md');
    const named = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('packages/browser/README.md', () => {
  const section =
    /<!-- frameworks -->(.*)<!-- \/frameworks -->/s.exec(read('packages/browser/README.md'))?.[1] ?? '';
  const snippets = [...section.matchAll(/\*\*([\w.]+)\*\*[^`]*`.*?```\w+\n(.*?)```/gs)].map(
    ([, framework = '', code = '']) => [framework, unindented(code)] as const,
  );

  it('shows the tag of a pinned script as the collector prints it and the dashboard shows it', () => {
    const [shown = '', hash = ''] =
      /<script async src="https:\/\/cvq\.example\/sdk\.([0-9a-f]{16})\.js".*<\/script>/.exec(
        read('packages/browser/README.md'),
      ) ?? [];
    const [baseUrl, trackingKey] = ['https://cvq.example', 'proj_…'];
    const printed = pinnedTag(Buffer.from('a script'), { kind: 'sdk', baseUrl, trackingKey });
    const [, named = '', integrity = ''] = /sdk\.(\w+)\.js" integrity="(sha384-\S+)"/.exec(printed) ?? [];
    expect(printed.replace(named, hash).replace(integrity, 'sha384-…')).toBe(shown);
    const address = `${baseUrl}/sdk.${named}.js`;
    expect(pinnedTagOf({ address, integrity }, { origin: baseUrl, key: trackingKey })).toBe(printed);
  });

  it('has a snippet for each framework', () => {
    expect(snippets.map(([framework]) => framework)).toEqual([
      'React',
      'Vue',
      'Next.js',
      'SvelteKit',
      'Astro',
    ]);
  });

  it.each(snippets)('tells what the application of the integrations has for %s', (_framework, code) => {
    const sources = trackedFiles('e2e/integrations/apps').map((file) => unindented(read(file)));
    expect(sources.filter((source) => source.includes(code))).not.toEqual([]);
  });
});

describe('NOTICE', () => {
  it('has every package that is installed with cvq, with its licence', () => {
    const rows = [...read('NOTICE').matchAll(/^ {2}(\S+) {2,}(\S+)$/gm)].map(([, ...cells]) => cells);
    const [, ...listed] = rows.map((cells) => cells.join(' '));
    expect(listed).toEqual(installedPackages());
  });
});

describe('CONTRIBUTING.md', () => {
  const page = read('CONTRIBUTING.md');

  it('has every room of the collector', () => {
    const files = trackedFiles('packages/collector/src/**');
    const rooms = new Set(files.map((file) => path.posix.dirname(file).split('/')[3]).filter(Boolean));
    expect(
      unnamed(
        page,
        [...rooms].map((room) => `src/${room}/`),
      ),
    ).toEqual([]);
  });

  it('has every room of the SQLite adapter', () => {
    const files = trackedFiles('packages/storage/src/sqlite/*/**');
    const rooms = new Set(files.map((file) => file.split('/')[4]));
    expect(
      unnamed(
        page,
        [...rooms].map((room) => `sqlite/${room}/`),
      ),
    ).toEqual([]);
  });

  it.each(['track', 'read'])('names only files that exist on the %s path', (room) => {
    const [, section = ''] = page.split(room === 'track' ? '## The write path' : '## The read path');
    const [walk = ''] = section.split('\n## ');
    const names = [...walk.matchAll(/([\w/-]+\.ts)\b/g)].map(([, name = '']) => name);
    const files = trackedFiles('packages/*/src/**');
    const exists = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const decisions = readDecisions();
  const byNumber = new Map(decisions.map((decision) => [decision.number, decision]));

  it('are numbered without a gap', () => {
    const numbers = decisions.map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
  });

  it.each(decisions)('$file has its number, a context, a decision and its consequences', (decision) => {
    expect(decision.body).toMatch(new RegExp(`^# ${decision.number} `));
    expect([...decision.body.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
  });

  it.each(decisions)('$file begins with its topic, its status and its date', ({ topic, status, date }) => {
    expect(TOPICS).toContain(topic);
    expect(['accepted', 'superseded']).toContain(status);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it.each(decisions)('$file and those that it names say the same of each other', (decision) => {
    const { number, status, body, supersededBy } = decision;
    const pairs = [
      ['supersedes', 'supersededBy'],
      ['supersededBy', 'supersedes'],
      ['amends', 'amendedBy'],
      ['amendedBy', 'amends'],
    ] as const;
    for (const [one, other] of pairs)
      for (const named of decision[one]) expect(byNumber.get(named)?.[other]).toContain(number);
    expect(status === 'superseded').toBe(supersededBy.length > 0);
    for (const later of supersededBy) expect(body).toContain(`\n\nSuperseded by [${later}](`);
  });

  it('are listed by topic in their index, which `npm run decisions` writes', () => {
    expect(read('docs/decisions/README.md')).toBe(decisionIndex(decisions));
  });
});

describe('every page', () => {
  it.each(pages)('%s links to what exists', (page) => {
    const broken = linksOf(page).filter(({ file, anchor }) => {
      if (!existsSync(file)) return true;
      return anchor !== '' && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('of docs can be reached from its first page', () => {
    const indexes = ['docs/README.md', 'docs/decisions/README.md'];
    const linked = new Set(indexes.flatMap(linksOf).map(({ file }) => path.relative(root, file)));
    const own = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(own.filter((page) => !linked.has(page))).toEqual([]);
  });
});

/** Pages that are not committed yet are read as well, so that they are right when they are. */
function listPages(): string[] {
  return trackedFiles('--others', '--exclude-standard', '--cached', '*.md').filter((page) =>
    existsSync(path.join(root, page)),
  );
}

function trackedFiles(...which: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', '-z', ...which], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '');
}

function read(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}

function unindented(code: string): string {
  return code.replaceAll(/^ +/gm, '').trim();
}

function unquote(cell: string): string {
  return cell.replaceAll('`', '');
}

/** The cells of every table row of a page, heads included, the lines below heads left out. */
function tableRows(page: string): string[][] {
  return read(page)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
}

function rowOf(page: string, name: string): string {
  return page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
}

/** The names that a page does not have as code. */
function unnamed(page: string, names: readonly string[]): string[] {
  return names.filter((name) => !page.includes(`\`${name}\``));
}

/** What a text has as code, in its order. */
function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** Packages of others that the published ones depend on, as `name licence`. */
function installedPackages(): string[] {
  type Manifest = { readonly dependencies?: Record<string, string>; readonly license?: string };
  const found = ['browser', 'collector', 'contract', 'storage'].flatMap((name) => {
    const folder = `packages/${name}`;
    const { dependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Manifest;
    const others = Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@cvq/'));
    return others.map((dependency) => {
      const manifest = JSON.parse(read(`${folder}/node_modules/${dependency}/package.json`)) as Manifest;
      return `${dependency} ${manifest.license}`;
    });
  });
  return [...new Set(found)].toSorted();
}

/** The names of all fields of an operation's answer, those within fields included. */
function answeredFields({ path: at, method }: { path: string; method: string }): string[] {
  const document = JSON.parse(read('docs/openapi.json'));
  const found = new Set<string>();
  const resolve = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce((place, part) => place[part], document);
  const collect = (schema: Record<string, unknown>): void => {
    const {
      properties = {},
      items,
      anyOf,
      oneOf,
    } = typeof schema.$ref === 'string' ? resolve(schema.$ref) : schema;
    for (const field of Object.keys(properties)) found.add(field);
    const within = [...Object.values(properties), items, anyOf, oneOf].flat();
    for (const part of within) if (part !== undefined) collect(part as Record<string, unknown>);
  };
  collect(document.paths[at][method.toLowerCase()].responses['200'].content['application/json'].schema);
  return [...found];
}

function shapeOf(schema: unknown): Record<string, unknown> {
  return (schema as { shape: Record<string, unknown> }).shape;
}

/** Read from the source, since only there a setting is a name and nothing more. */
function settingsOfConfig(): string[] {
  const source = read('packages/collector/src/config.ts');
  return [...source.matchAll(/^ {2}((?:CVQ_\w+|[A-Z]+)):/gm)].map(([, name = '']) => name);
}

/** The text below each heading, up to the next one, by the anchor of the heading. */
function sectionsOf(page: string): Map<string, string> {
  const [, ...parts] = `\n${read(page)}`.split(/\n#+ /);
  return new Map(
    parts.map((part) => {
      const [title = '', ...text] = part.split('\n');
      return [slug(title), text.join('\n').trim()];
    }),
  );
}

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => slug(title));
}

/** The anchor that GitHub gives a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function linksOf(page: string): { file: string; anchor: string }[] {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return { file: path.resolve(root, file === '' ? page : path.join(path.dirname(page), file)), anchor };
    });
}

function jsonExamples(page: string): Record<string, unknown>[] {
  return [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
}

type Command = { readonly anchor: string; readonly options: readonly string[] };

/** The commands below a command that do something themselves, as their help tells of them. */
async function findCommands(names: readonly string[]): Promise<Command[]> {
  const { stdout } = await runInProcess([...names, '--help'], {});
  const [, subcommands] = stdout.split('\nCommands:\n');
  if (subcommands === undefined) return [{ anchor: ['cvq', ...names].join('-'), options: optionsIn(stdout) }];
  const below = [...subcommands.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = '']) => name);
  const found: Command[] = [];
  for (const name of below.filter((name) => name !== 'help'))
    found.push(...(await findCommands([...names, name])));
  return found;
}

/** The options that begin a line of help, or a row of a table. */
function optionsIn(text: string): string[] {
  return [...text.matchAll(/^(?: {2}|\| `)(--[\w-]+(?: <\w+>)?)/gm)].map(([, option = '']) => option);
}
