import type { AdPlatform } from '@cvq/contract';
import { AD_PLATFORMS } from '@cvq/contract';
import type { Integration, SpendReading } from '@cvq/storage';
import { Command, Option } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { HOW_TO_MEND_SPEND } from '../ad-platforms/how-to-mend-spend.ts';
import { spendAccountOf } from '../ad-platforms/spend/spend-account-of.ts';
import { isoOrNull } from '../iso-or-null.ts';
import { howToHaveRead } from '../spend/sync/how-to-have-read.ts';
import { type SpendDeps, type SpendOutcome, syncSpend } from '../spend/sync/sync-spend.ts';
import { whyNotRead } from '../spend/sync/why-not-read.ts';
import { CommandFailed } from './command-failed.ts';
import { oneOrMany } from './one-or-many.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import { print } from './print.ts';
import { showProgress } from './show-progress.ts';
import { terminal } from './terminal.ts';
import { withSpend } from './with-spend.ts';

type SyncOptions = { project?: string; platform?: AdPlatform; days?: number; json?: boolean };

/** What became of an integration: read, failed and overtaken as of a reading, or why it was not tried. */
type Outcome = {
  readonly integration: Integration;
  readonly account: string | null;
  readonly synced: Exclude<SpendOutcome, { kind: 'stopped' }>;
  /** What is stored of it now; null where it was never read. */
  readonly reading: SpendReading | null;
};

/** As many days as Meta keeps, who keeps the fewest: 37 months. */
const MOST_DAYS = 1_125;

export function spendSyncCommand(): Command {
  return new Command('sync')
    .description('Read what ads cost from the ad platforms now. A running collector does so every few hours.')
    .option('--project <id>', 'only the integrations of this project')
    .addOption(new Option('--platform <platform>', 'only this ad platform').choices(AD_PLATFORMS))
    .option(
      '--days <count>',
      'read so many days of each account, today included, and not those that are due',
      parseWholeNumber(1, MOST_DAYS),
    )
    .option('--json', 'print one JSON array')
    .action(sync);
}

async function sync({ project, platform, days, json }: SyncOptions): Promise<void> {
  const outcomes = await withSpend(async (deps) => {
    if (project !== undefined) await findProject({ control: deps.control }, project);
    const all = await deps.control.listIntegrations(project === undefined ? undefined : { project });
    const chosen = all.filter((each) => platform === undefined || each.platform === platform);
    if (chosen.length === 0)
      throw new CommandFailed(
        `There is no integration${platform === undefined ? '' : ` with ${platform}`}${project === undefined ? '' : ` in project ${project}`} to read from. Connect one with cvq integration connect.`,
      );
    return syncAll(deps, chosen, days ?? null);
  });
  print(outcomes.map(describe), { json, lines: outcomes.flatMap(linesOf) });
  if (!outcomes.every(({ synced }) => synced.kind === 'read' || synced.kind === 'demo'))
    terminal().exitCode = 1;
}

/** One account after the other: platforms count how often they are asked. */
async function syncAll(
  deps: SpendDeps,
  integrations: readonly Integration[],
  days: number | null,
): Promise<Outcome[]> {
  const progress = showProgress();
  const never = new AbortController().signal;
  const outcomes: Omit<Outcome, 'reading'>[] = [];
  for (const integration of integrations) {
    const account = spendAccountOf(integration);
    const what = `${integration.platform} ${account}`;
    if (whyNotRead(integration) === null) progress.show(what);
    const tell = (rows: number) => progress.show(`${what}: ${rows.toLocaleString('en')} rows`);
    const synced = await syncSpend(deps, { integration, days, tell }, never).finally(() => progress.clear());
    if (synced.kind !== 'stopped') outcomes.push({ integration, account, synced });
  }
  const readings = await deps.control.listSpendReadings();
  return outcomes.map((outcome) => ({
    ...outcome,
    reading:
      readings.find(
        (each) => each.integration === outcome.integration.id && each.account === outcome.account,
      ) ?? null,
  }));
}

function describe({ integration, account, synced, reading }: Outcome) {
  const { id, project, platform } = integration;
  const of = synced.kind === 'read' ? synced : null;
  const failure = synced.kind === 'failed' ? synced.failure : null;
  return {
    project,
    platform,
    integration: id,
    account,
    result: synced.kind,
    first_day: of?.days.first ?? null,
    last_day: of?.days.last ?? null,
    stored: of?.replaced.stored ?? null,
    removed: of?.replaced.removed ?? null,
    problem: failure && { code: failure.code, message: failure.message },
    read_at: isoOrNull(reading?.readAt),
  };
}

function linesOf({ integration, account, synced, reading }: Outcome): readonly string[] {
  const { platform } = integration;
  const what = account === null ? platform : `${platform} ${account}`;
  switch (synced.kind) {
    case 'read': {
      const { days, replaced } = synced;
      const { stored, removed } = replaced;
      const gone = removed === 0 ? '' : `, ${oneOrMany(removed, ['from before is', 'from before are'])} gone`;
      const rows = oneOrMany(stored, ['row', 'rows']);
      return [`read     ${what}: ${days.first} to ${days.last}, ${rows}${gone}`];
    }
    case 'failed': {
      const { code, message } = synced.failure;
      const mend = HOW_TO_MEND_SPEND[platform][code] ?? '';
      const last = isoOrNull(reading?.readAt);
      return [
        `FAILED   ${what}: ${code}: ${message} ${mend}`.trimEnd(),
        `         ${last === null ? 'It was never read.' : `What was read at ${last} stays.`}`,
      ];
    }
    case 'overtaken':
      return [
        `FAILED   ${what}: Another reading of this account has begun since, and is stored in its place.`,
      ];
    case 'paused':
    case 'no_account':
    case 'demo':
      return [`skipped  ${what}: ${howToHaveRead(synced.kind, integration)}`];
  }
}
