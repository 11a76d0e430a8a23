import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const measured = JSON.parse(read('scripts/path.json')) as Record<string, readonly string[]>;

describe('the way of a request, as npm run measure:path -- --write measured it', () => {
  it.each(Object.keys(measured))('goes through files that exist: %s', (request) => {
    const gone = (measured[request] ?? []).filter((file) => !existsSync(path.join(root, file)));
    expect(gone, 'measure it anew').toEqual([]);
  });

  it('begins at the front door and ends in the store, as CONTRIBUTING.md walks it', () => {
    const walk =
      read('CONTRIBUTING.md')
        .split('\n## ')
        .find((part) => part.startsWith('The write path')) ?? '';
    const named = [...walk.matchAll(/[\w-]+\.ts\b/g)].map(([name]) => name);
    const passed = new Set(
      [...(measured.browser ?? []), ...(measured.server ?? [])].map((file) => path.basename(file)),
    );
    const ofTrack = [...passed].filter((name) =>
      existsSync(path.join(root, 'packages/collector/src/track', name)),
    );
    expect(ofTrack.filter((name) => !named.includes(name))).toEqual([]);
  });
});
