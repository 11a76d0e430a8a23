import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadLinks } from '../../../test/builders/dead-links.ts';

const ROOM = join(import.meta.dirname, '..');

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

  it('has a README that links to nothing but what is packed with it', () => {
    expect(packedFiles()).toContain('README.md');
    expect(deadLinks(readFileSync(join(ROOM, 'README.md'), 'utf8'), ROOM)).toEqual([]);
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
