import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileChecks } from '../../src/track/compile-checks.ts';

const BUILT = new URL('../../dist/track/event-checks.cjs', import.meta.url);

it('the compiled checks are those of the schemas; where not, a build is due', () => {
  expect(readFileSync(BUILT, 'utf8') === compileChecks()).toBe(true);
});

it('the compiled checks need no other module', () => {
  expect(readFileSync(BUILT, 'utf8')).not.toContain('require(');
});
