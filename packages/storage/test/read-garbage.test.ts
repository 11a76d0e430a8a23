import { afterEach, expect, it, vi } from 'vitest';
import { ReadGarbage } from '../src/sqlite/days/read-garbage.ts';

const MEGABYTE = 2 ** 20;

afterEach(() => void vi.unstubAllGlobals());

function readings(sizes: readonly (number | undefined)[]): void {
  const garbage = new ReadGarbage();
  for (const size of sizes) garbage.note(size === undefined ? undefined : new Uint8Array(size));
}

it('what is young is collected once for each four megabytes that were read', () => {
  const gc = vi.fn();
  vi.stubGlobal('gc', gc);
  readings([3 * MEGABYTE, undefined, MEGABYTE - 1]);
  expect(gc).not.toHaveBeenCalled();
  readings([3 * MEGABYTE, MEGABYTE, 3 * MEGABYTE, undefined, 9 * MEGABYTE, MEGABYTE]);
  expect(gc.mock.calls).toEqual([[{ type: 'minor' }], [{ type: 'minor' }]]);
});

it('nothing is collected in a process that was started without that', () => {
  vi.stubGlobal('gc', undefined);
  expect(() => readings([9 * MEGABYTE, 9 * MEGABYTE])).not.toThrow();
});
