import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@cvq/collector';
import { expect, it } from 'vitest';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { startTestCollector, temporaryFolder } from '../collector.ts';
import { cvq, serve } from '../program.ts';

const lines: string[] = [];
const { folder, baseUrl } = await startTestCollector({
  log: createLog('error', { write: (line) => void lines.push(line) }),
});
const scripts = join(folder, 'scripts');

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** A script of an earlier version; its name is made of its content unless another one is given. */
function keepEarlier(content: string, { kind = 'sdk', hash = hashOf(content) } = {}): string {
  writeFileSync(join(scripts, `${kind}.${hash}.js`), content);
  return `${kind}.${hash}.js`;
}

const ask = (name: string, headers: Record<string, string> = {}) => fetch(`${baseUrl}/${name}`, { headers });

it('keeps the scripts of this version in the data folder, under the names that pages pin', async () => {
  const kinds = ['sdk.consent', 'sdk.extra', 'sdk'];
  const served = await Promise.all(kinds.map(async (kind) => (await ask(`${kind}.js`)).text()));
  const names = served.map((content, index) => `${kinds[index]}.${hashOf(content)}.js`);
  expect(readdirSync(scripts).toSorted()).toEqual(names.toSorted());
  for (const [index, name] of names.entries()) {
    expect(readFileSync(join(scripts, name), 'utf8')).toBe(served[index]);
    expect(await (await ask(name)).text()).toBe(served[index]);
  }
});

it.each(['sdk', 'sdk.extra', 'sdk.consent'])(
  'serves %s of an earlier version under its hash, as it serves its own',
  async (kind) => {
    const content = `/* ${kind} of an earlier version */`.repeat(20);
    const name = keepEarlier(content, { kind });
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await ask(name, { 'Accept-Encoding': encoding });
      expect([answer.status, await answer.text()]).toEqual([200, content]);
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(answer.headers.get('cache-control')).toMatch(/immutable/);
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  },
);

it('serves no content under a name that another content gave, and says so once', async () => {
  const name = keepEarlier('alert(1)', { hash: hashOf('what the page has pinned') });
  for (const _ of [1, 2, 3]) expect((await ask(name)).status).toBe(404);
  expect(lines.filter((line) => line.includes(name))).toEqual([
    expect.stringMatching(/has another content than the one that its name is made of/),
  ]);
});

it('serves a script again once it has been restored', async () => {
  const content = 'restored';
  const name = keepEarlier('cut short', { hash: hashOf(content) });
  expect((await ask(name)).status).toBe(404);
  keepEarlier(content);
  expect(await (await ask(name)).text()).toBe(content);
});

it('looks for nothing but scripts, and nowhere else', async () => {
  const secret = 'a text beside the scripts';
  writeFileSync(join(folder, `sdk.${hashOf(secret)}.js`), secret);
  writeFileSync(join(scripts, `other.${hashOf(secret)}.js`), secret);
  mkdirSync(join(scripts, 'sdk.0123456789abcdef.js'));
  const names = ['sdk.0123456789abcdef.js', `sdk.${hashOf(secret)}.js`, `other.${hashOf(secret)}.js`];
  const ways = [`sdk.%2e%2e%2fsdk.${hashOf(secret)}.js`, `sdk.x%2f..%2f..%2fsecret.js`, 'sdk..js'];
  for (const name of [...names, ...ways]) expect([name, (await ask(name)).status]).toEqual([name, 404]);
});

it('starts with the scripts that are there, and mends a broken one of its own', async () => {
  const data = folderWithStores();
  const first = await serve({ CVQ_DATA: data });
  first.kill('SIGTERM');
  await first.exited;
  const [broken = '', ...whole] = readdirSync(join(data, 'scripts'));
  const contentOf = (name: string) => readFileSync(join(data, 'scripts', name), 'utf8');
  const content = contentOf(broken);
  const untouched = () => whole.map((name) => statSync(join(data, 'scripts', name)).ino);
  const before = untouched();
  writeFileSync(join(data, 'scripts', broken), 'cut short');
  const second = await serve({ CVQ_DATA: data });
  second.kill('SIGTERM');
  expect((await second.exited).code).toBe(0);
  expect(contentOf(broken)).toBe(content);
  expect(untouched()).toEqual(before);
});

it('prints the tag that pins its script, with all that a browser needs to run it', async () => {
  const data = folderWithStores();
  await cvq(['project', 'create', '--domain', 'shop.example'], { CVQ_DATA: data });
  const collector = await serve({ CVQ_DATA: data });
  const [tag = '', address = '', sha384 = ''] =
    /<script async src="(\S+)" integrity="sha384-(\S+)" crossorigin="anonymous" data-service-api-key="proj_\w+"><\/script>/.exec(
      collector.stdout(),
    ) ?? [];
  expect(collector.stdout()).toContain(`Pinned tag    ${tag}\n`);
  const answer = await fetch(address);
  expect(answer.headers.get('cache-control')).toMatch(/immutable/);
  const content = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha384').update(content).digest('base64')).toBe(sha384);
  collector.kill('SIGTERM');
  await collector.exited;
});

it('does not start where no script can be kept, and says which folder it is', async () => {
  const data = join(temporaryFolder(), 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'scripts'), 'a file in the place of the folder');
  await expect(serve({ CVQ_DATA: data })).rejects.toThrow(/scripts cannot be written: .* CVQ_DATA names/);
  rmSync(join(data, 'scripts'));
});
