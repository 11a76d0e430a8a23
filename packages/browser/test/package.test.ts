import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadLinks } from '../../../test/builders/dead-links.ts';
import { withSizes } from '../scripts/sizes.ts';

const room = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'cvq-package-'));
const installed = path.join(folder, 'node_modules', '@cvq', 'browser');

/** A stranger's project, with the package as npm would install it. */
beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: room });
  const tarball = path.join(folder, packed.toString().trim());
  execFileSync('mkdir', ['-p', installed]);
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = () =>
  readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)));
const read = (file: string) => readFileSync(path.join(installed, file), 'utf8');

describe('the tarball', () => {
  it('has its licence, its README and what it exports, and nothing else', () => {
    const modules = ['core', 'consent', 'sdk'].flatMap((name) => [`${name}.d.ts`, `${name}.mjs`]);
    const scripts = [...modules, 'sdk.consent.js', 'sdk.extra.js', 'sdk.js', 'shared.mjs'];
    const expected = ['LICENSE', 'README.md', ...scripts.map((file) => `dist/${file}`), 'package.json'];
    expect(filesIn().sort()).toEqual(expected.sort());
    expect(read('LICENSE')).toBe(readFileSync(path.join(room, '../../LICENSE'), 'utf8'));
  });

  it('names no file and no package that is not in it', () => {
    for (const file of filesIn().filter((name) => /\.(mjs|js|ts)$/.test(name))) {
      const text = read(file);
      expect(text, file).not.toMatch(/sourceMappingURL|@cvq\/contract|<reference /);
      for (const [, target = ''] of text.matchAll(/^(?:import|export)[^;]*? from ['"]([^'"]+)['"]/gm)) {
        const named = file.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target;
        expect(existsSync(path.join(installed, path.dirname(file), named)), `${file}: ${target}`).toBe(true);
      }
    }
    const { main, types, exports, typesVersions, dependencies } = JSON.parse(read('package.json'));
    const named = JSON.stringify([main, types, exports, typesVersions]).match(/\.\/dist[^"]+/g) ?? [];
    expect(named.length).toBeGreaterThan(8);
    for (const file of named) expect(existsSync(path.join(installed, file)), file).toBe(true);
    expect(dependencies).toBeUndefined();
  });

  it('has a README that speaks to somebody who has nothing but the package', () => {
    expect(read('README.md')).not.toMatch(/npm run|workspace|packages\/|scripts\//);
  });

  it('has a README that links to nothing but what is packed with it', () => {
    expect(deadLinks(read('README.md'), installed)).toEqual([]);
  });

  it('has a README whose snippets import what they use', () => {
    const snippets = [...read('README.md').matchAll(/^```(js|jsx|ts)\n(.*?)^```/gms)];
    expect(snippets.length).toBeGreaterThan(6);
    const files = snippets.map(([, language = '', code = ''], index) => {
      const file = `snippet-${index}.${language}`;
      // Each is a module of its own.
      writeFileSync(path.join(folder, file), `${code}\nexport {};\n`);
      return file;
    });
    // What the bundler of Next.js puts in.
    writeFileSync(
      path.join(folder, 'globals.d.ts'),
      'declare const process: { env: Record<string, string> };',
    );
    files.push('globals.d.ts');
    const complaints = tscOf(['--allowJs', '--checkJs', '--jsx', 'preserve', ...MODERN, ...files]);
    expect(complaints.split('\n').filter((line) => /Cannot find name/.test(line))).toEqual([]);
  });

  it('has a README that tells the sizes of this build: node packages/browser/scripts/sizes.ts --write', () => {
    expect(read('README.md')).toBe(withSizes(read('README.md')));
  });
});

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const MODERN = ['--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler'];

/** What TypeScript complains of in files of the project. */
function tscOf(options: readonly string[]): string {
  // What TypeScript itself brings is not ours to check, and takes most of the time.
  const args = ['--noEmit', '--skipDefaultLibCheck', ...options];
  try {
    execFileSync(process.execPath, [TSC, ...args], { cwd: folder });
    return '';
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout);
  }
}

const PROGRAM = `
import Service, { identify, init, linkClicks, track, trackLead, trackPurchase, type UserData } from '@cvq/browser';
import * as core from '@cvq/browser/core';

declare module '@cvq/browser' {
  interface EventMap { search: { term: string } }
}
interface Order { orderId: string; value: number; note: string }
declare const order: Order;
const user: UserData = { email: 'a@shop.example' };

init({ apiKey: 'proj_x', endpoint: 'https://t.example', crossDomainDomains: ['b.example'], debug: true, features: [linkClicks] });
core.init({ apiKey: 'proj_x', endpoint: 'https://t.example', features: [core.cookies, core.attribution] });
// @ts-expect-error: a module has no script element that says the endpoint
init({ apiKey: 'proj_x' });
// @ts-expect-error: the core neither
core.init({ apiKey: 'proj_x' });
init({
  apiKey: 'proj_x',
  endpoint: 'https://t.example',
  beforeSend: ({ properties, context }) => ({ event_type: context.page_url, properties, context: { title: 'x' } }),
});
// @ts-expect-error: an event has a type
init({ apiKey: 'proj_x', endpoint: 'https://t.example', beforeSend: () => ({ properties: {} }) });
// @ts-expect-error: no such option
init({ apiKey: 'proj_x', endpoint: 'https://t.example', autotrack: false });

trackPurchase({ orderId: 'o', value: 1, currency: 'EUR', items: [{ sku: 'a', price: 1 }], coupon: 'MAY' }, user);
trackPurchase(order);
trackPurchase({ ...order, currency: 'EUR' });
trackLead({ formName: 'contact', item: 'teapot', values: 3 });
Service.trackPurchase({ orderId: 'o', value: 1 });
// @ts-expect-error
trackPurchase({ orderID: 'o', value: 1 });
// @ts-expect-error
trackPurchase({ orderId: 'o', valeu: 1 });
// @ts-expect-error
trackPurchase({ orderId: 'o', value: 1, curency: 'EUR' });
// @ts-expect-error
Service.trackLead({ Currency: 'EUR' });
// @ts-expect-error
core.trackConversion('booking', { vaule: 1 });
// @ts-expect-error: a price is a number
trackPurchase({ value: '12,50' });

track('search', { term: 'boots' });
track('anything', { orderID: 'a track is free' });
// @ts-expect-error: the map says so
track('search', { term: 1 });
core.track('search', { term: 'boots' });
// @ts-expect-error: and so of the core
core.track('search', { term: 1 });
// @ts-expect-error
Service.track('search');
identify('u1', user);

window.cvq = window.cvq || [];
window.cvq.push(['trackPurchase', { orderId: 'o', value: 1 }], ['init', { apiKey: 'proj_x' }], ['page']);
window.cvq.push((service) => service.getSessionId().length);
window.cvq.push(['consent', { ad_storage: 'denied' }]);
// @ts-expect-error: no such method
window.cvq.push(['trackPurchas', { value: 1 }]);
// @ts-expect-error: no such purpose
window.cvq.push(['consent', { ads: 'denied' }]);
// @ts-expect-error
window.cvq.push(['page'], ['trackPurchase', { orderID: 'o' }]);
const visit: string | undefined = window.cvq.getSessionId?.();
visit?.toUpperCase();
`;

/** An application with the core alone, which has its own type for the queue of another tracker. */
const CORE_PROGRAM = `
import { type EventMap, track } from '@cvq/browser/core';

declare module '@cvq/browser/core' {
  interface EventMap { search: { term: string } }
}
declare global {
  interface Window { cvq?: unknown[] }
}
track('search', { term: 'boots' });
// @ts-expect-error: the map says so
track('search', { term: 1 });
const search: EventMap['search'] = { term: 'boots' };
track('search', search);
`;

describe('a CommonJS program against the tarball', () => {
  it('requires each of its modules', () => {
    const program = `for (const name of ['', '/core', '/consent'])
      if (Object.keys(require('@cvq/browser' + name)).length === 0) throw new Error(name);`;
    execFileSync(process.execPath, ['--input-type=commonjs', '--eval', program], { cwd: folder });
  });

  it.each([
    ['nodenext', 'nodenext', ''],
    ['commonjs', 'node10', ''],
    ['node16', 'node16', 'TS1479'],
    ['node18', 'node16', 'TS1479'],
  ])(
    'in TypeScript with module %s and moduleResolution %s is as the README says',
    (module, resolution, code) => {
      const options = ['--strict', '--module', module, '--moduleResolution', resolution];
      const complaints = (text: string) => {
        writeFileSync(path.join(folder, 'program.cts'), text);
        return tscOf([...options, '--ignoreDeprecations', '6.0', 'program.cts']);
      };
      const complained = complaints("import { init } from '@cvq/browser';\nvoid init;");
      expect(/TS\d+/.exec(complained)?.[0] ?? '').toBe(code);
      expect(complaints("export const loaded = async () => (await import('@cvq/browser')).init;")).toBe('');
    },
  );
});

describe('a TypeScript program against the tarball', () => {
  it('compiles as each sample of the README has it', () => {
    // Those of frameworks are parts of applications, which are built.
    const page = read('README.md').replace(/<!-- frameworks -->.*<!-- \/frameworks -->/s, '');
    // What is indented configures other programs.
    const samples = [...page.matchAll(/^```[jt]s\n(.*?)^```/gms)].map(([, code = '']) => code);
    expect(samples.length).toBeGreaterThan(3);
    for (const sample of samples) {
      writeFileSync(path.join(folder, 'sample.ts'), sample);
      expect(tscOf(['--strict', ...MODERN, 'sample.ts']), sample).toBe('');
    }
  });

  it.each([
    ['bundler', 'esnext'],
    ['node16', 'node16'],
    ['node10', 'esnext'],
  ])('compiles where it is right, and only there, with moduleResolution %s', (resolution, module) => {
    for (const [file, program] of Object.entries({
      'program.ts': PROGRAM,
      'core-program.ts': CORE_PROGRAM,
    })) {
      writeFileSync(path.join(folder, file), program);
      const options = ['--strict', '--target', 'es2020', '--ignoreDeprecations', '6.0'];
      expect(tscOf([...options, '--moduleResolution', resolution, '--module', module, file])).toBe('');
    }
  });
});
