import type { ShrunkStore, StoreName } from '@cvq/storage';
import { Argument, Command } from 'commander';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { type Progress, showProgress } from './show-progress.ts';
import { acceptStore, shrinkStoredEvents } from './with-stores.ts';

/** What is gone with each store, and what to do about it. */
const CONSEQUENCES: Readonly<Record<StoreName, string>> = {
  control:
    'Accounts, projects, keys and webhook endpoints are gone. Create them again: a new project has a new tracking key. Stored events of the old projects stay in the events store, and no report shows them.',
  events: 'All events and webhook deliveries are gone. Projects, keys and webhook endpoints stay.',
};

export function storeCommand(): Command {
  const store = new Command('store');
  store
    .command('accept')
    .description(
      'Continue where a store is lost, with a new one, or has gone back. What is missing stays lost.',
    )
    .addArgument(new Argument('<store>', 'the store that is lost').choices(Object.keys(CONSEQUENCES)))
    .option('--json', 'print one JSON object')
    .action(accept);
  store
    .command('shrink')
    .description('Archive old events and give free room back to the disk, while no collector runs.')
    .option('--json', 'print one JSON object')
    .action(shrink);
  return store;
}

function accept(store: StoreName, { json }: { json?: boolean }): void {
  const accepted = acceptStore(store);
  if (accepted === false)
    throw new CommandFailed(
      `The ${store} store is not lost, so nothing was changed. See its state with cvq check.`,
    );
  const { isNew, as } = accepted;
  const remains = as === null ? [] : [`What was left of the old one is now ${as}.`];
  const lines = isNew
    ? [`cvq continues with a new, empty ${store} store.`, CONSEQUENCES[store], ...remains]
    : [`cvq continues with the ${store} store as it is. What was acknowledged after that stays lost.`];
  print({ accepted: true, store, remains: as }, { json, lines });
}

function shrink({ json }: { json?: boolean }): void {
  const progress = showProgress();
  const { before, after } = shrunk(progress);
  const line = `events.db takes ${megabytes(after)} MB, ${megabytes(before)} MB before.`;
  print({ before, after }, { json, lines: [line] });
}

/** @throws StoreInUse */
function shrunk({ show, clear }: Progress): ShrunkStore {
  try {
    return shrinkStoredEvents((step) =>
      show(
        step.kind === 'archiving'
          ? `Archiving the events of project ${step.project} of ${step.of}`
          : 'Writing the file anew',
      ),
    );
  } finally {
    clear();
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
