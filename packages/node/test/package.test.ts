import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadLinks } from '../../../test/builders/dead-links.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';

const ROOM = join(import.meta.dirname, '..');
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

type Packed = readonly { readonly files: readonly { readonly path: string }[] }[];

/** The files of the tarball, as npm would publish it. */
function packedFiles(): string[] {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: ROOM, encoding: 'utf8' });
  const [packed] = JSON.parse(printed) as Packed;
  return (packed?.files ?? []).map(({ path }) => path).toSorted();
}

describe('the package', () => {
  it('depends on nothing, so that it installs on every Node.js that it names', () => {
    const manifest = JSON.parse(readFileSync(join(ROOM, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it('can be required, and its README names each Node.js from which on it can', () => {
    const required = "if (!require('@cvq/node').verifyWebhook) throw new Error('nothing')";
    execFileSync(process.execPath, ['--input-type=commonjs', '--eval', required], { cwd: ROOM });
    const manifest = JSON.parse(readFileSync(join(ROOM, 'package.json'), 'utf8'));
    const named = String(manifest.engines.node).match(/\d+\.\d+(?=\.0)/g);
    expect(named).toEqual(['20.19', '22.12']);
    const [first = ''] = readFileSync(join(ROOM, 'README.md'), 'utf8').split('\n## ');
    for (const version of named ?? []) expect(first).toContain(version);
  });

  it('has a README that links to nothing but what is packed with it', () => {
    expect(packedFiles()).toContain('README.md');
    expect(deadLinks(readFileSync(join(ROOM, 'README.md'), 'utf8'), ROOM)).toEqual([]);
  });

  it('has a README whose samples compile where it is installed', () => {
    const folder = temporaryFolder();
    const readme = readFileSync(join(ROOM, 'README.md'), 'utf8');
    const samples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
    expect(samples.length).toBeGreaterThan(0);
    mkdirSync(join(folder, 'node_modules/@cvq'), { recursive: true });
    symlinkSync(ROOM, join(folder, 'node_modules/@cvq/node'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const files = samples.map((_, index) => `sample-${index}.ts`);
    for (const [index, file] of files.entries()) writeFileSync(join(folder, file), samples[index] ?? '');
    const types = ['--typeRoots', join(ROOM, '../../node_modules/@types'), '--types', 'node'];
    const options = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--target', 'es2022', ...types];
    const { stdout } = spawnSync(process.execPath, [TSC, ...options, '--module', 'nodenext', ...files], {
      ...{ cwd: folder, encoding: 'utf8' },
    });
    expect(stdout).toBe('');
  });

  it('ships its licence, and imports nothing but Node.js and its own files', () => {
    const files = packedFiles();
    expect(files).toContain('LICENSE');
    expect(files).toContain('dist/cvq-node.d.ts');
    for (const file of files.filter((name) => /\.(js|d\.ts)$/.test(name))) {
      const imported = readFileSync(join(ROOM, file), 'utf8').matchAll(/from ['"]([^'"]+)['"]/g);
      for (const [, source] of imported) expect(source, file).toMatch(/^(node:|\.\/)/);
    }
  });
});
