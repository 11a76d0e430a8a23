import {
  type CheckReport,
  type ControlStore,
  checkUsage,
  type EventStore,
  openControlStore,
  openEventStore,
} from '@cvq/storage';
import { type AccountDeps, asOperator } from '../accounts/actor.ts';
import { readConfig } from '../config.ts';
import { terminal } from './terminal.ts';

/** Run a command on the stores that the environment names, and close them whatever happens. */
export async function withControl<Result>(run: (control: ControlStore) => Promise<Result>): Promise<Result> {
  const control = openControlStore(location());
  try {
    return await run(control);
  } finally {
    await control.close();
  }
}

/** Run a command by the rules of accounts, as the operator. */
export function withAccounts<Result>(run: (deps: AccountDeps) => Promise<Result>): Promise<Result> {
  return withControl((control) => run(asOperator(control, terminal().now)));
}

/** As `withControl`, with the events as well. */
export async function withStores<Result>(
  run: (stores: { control: ControlStore; events: EventStore }) => Promise<Result>,
): Promise<Result> {
  return withControl((control) => withEvents((events) => run({ control, events })));
}

export async function withEvents<Result>(run: (events: EventStore) => Promise<Result>): Promise<Result> {
  const events = openEventStore(location());
  try {
    return await run(events);
  } finally {
    await events.close();
  }
}

/** The state of the counters of use, which no other command opens by themselves. */
export function checkCounters(): Promise<CheckReport> {
  return checkUsage(location());
}

/** Bring every store to the schema of this version. */
export async function migrateStores(folder: string): Promise<void> {
  const location = { folder, migrate: true };
  await openControlStore(location).close();
  await openEventStore(location).close();
}

function location() {
  const { dataFolder, migrate } = readConfig(terminal().env);
  return { folder: dataFolder, migrate };
}
