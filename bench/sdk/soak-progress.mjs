import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/root.mjs';

/** What the parts of a soak have found so far. Parts of another seed or another build are no parts of it. */
export function openProgress(seed, script) {
  const file = path.join(root, '.cvq', 'soak.json');
  const id = `${seed} ${createHash('sha256').update(script).digest('hex')}`;
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const parts = before.id === id ? before.parts : [];
  return {
    parts,
    playedBy: (tracker) => parts.filter((part) => part.tracker === tracker).flatMap(({ people }) => people),
    add(tracker, part) {
      parts.push({ tracker, ...part });
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ id, parts }));
    },
    forget: () => rmSync(file, { force: true }),
  };
}
