import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import '../../../../../test/builders/without-bundles.ts';

/**
 * Loaded before the collector, in each of its threads. `MUTANT` names what is to be wrong with it:
 * `hasty` answers before it commits, `forgetful` knows no idempotency key, `unsynced` commits without a sync, and
 * `stumbling` fails for single requests before or after the commit, and
 * `mortal` has a writer thread that dies of an event whose type is `die`, `stillborn` one that cannot even start.
 */
const mutant = process.env.MUTANT;

if (mutant === 'unsynced') leaveTheLogUnsynced();
else replaceTheWritersStore(new URL(`./${mutant}-store.ts`, import.meta.url).href);

function replaceTheWritersStore(replacement: string): void {
  registerHooks({
    resolve(specifier, context, next) {
      const isWriters = context.parentURL?.endsWith('/track/writer-thread.js') === true;
      return next(isWriters && specifier === '@cvq/storage' ? replacement : specifier, context);
    },
  });
}

/** `synchronous=NORMAL`, as the driver itself would have it, while the store is told that it is FULL. */
function leaveTheLogUnsynced(): void {
  const packages = join(import.meta.dirname, '..', '..', '..', '..');
  const load = createRequire(join(packages, 'storage', 'package.json'));
  const { prototype } = load('better-sqlite3') as {
    prototype: { pragma(this: unknown, source: string, options?: object): unknown };
  };
  const { pragma } = prototype;
  prototype.pragma = function (source, options) {
    if (source === 'synchronous') return 2;
    return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options);
  };
}
