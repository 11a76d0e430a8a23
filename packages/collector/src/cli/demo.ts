import { MAX_RANGE_DAYS } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { createDemo, type Demo } from '../demo/create-demo.ts';
import { isDemoDeleted } from '../demo/demo-project.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, withAdDeliveries, withControl, withLedger, withoutOthers } from './with-stores.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .option(
      '--days <count>',
      'days of history to create',
      parseWholeNumber(0, MAX_RANGE_DAYS),
      MAX_RANGE_DAYS,
    )
    .option('--unless-deleted', 'make no other demo project where somebody has deleted it')
    .option('--json', 'print one JSON object')
    .action(makeDemo);
}

type Options = { readonly days: number; readonly unlessDeleted?: boolean; readonly json?: boolean };

async function makeDemo({ days, unlessDeleted = false, json }: Options): Promise<void> {
  const demo = await withControl(async (control) =>
    unlessDeleted && (await isDemoDeleted(control)) ? null : demoIn(control, days),
  );
  const { project = null, readKey = null, events = 0 } = demo ?? {};
  const lines =
    demo === null
      ? ['The demo project has been deleted, and no other is made. To make one: cvq demo']
      : [
          `Project    ${demo.project}`,
          `Read key   ${demo.readKey}   (shown once; the next run replaces it)`,
          `Events     ${demo.events} added`,
        ];
  const ifLost = 'The demo project is there, and nobody can read its key any more: run the command again.';
  print({ project, read_key: readKey, events }, { json, lines, ...(demo !== null && { ifLost }) });
}

/** It would take the project of the other for one that was left half made, and discard it. */
const ANOTHER_RUNS =
  'Another cvq demo is making the demo project. Run the command again when that one has ended.';

async function demoIn(control: ControlStore, days: number): Promise<Demo> {
  const { secret } = readConfig(terminal().env);
  const opened = await openSecret(secret, { control, openEventLog: openStoredEvents });
  const history = { days, now: terminal().now(), secret: opened };
  return withoutOthers({ work: 'demo', taken: ANOTHER_RUNS }, () =>
    withLedger((ledger) =>
      withAdDeliveries((deliveries) => createDemo({ control, ledger, deliveries }, history)),
    ),
  );
}
