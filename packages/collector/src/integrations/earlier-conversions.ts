import type { AdPlatform } from '@cvq/contract';
import { RETRY_WINDOWS } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import type { Integration, ProjectRecord } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import { isOfDemo } from '../demo/demo-integrations.ts';
import { demoProjectId } from '../demo/demo-project.ts';
import { Temporal } from '../temporal.ts';
import { parseActions } from './actions.ts';
import { findPlace } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { newIntegrationId } from './new-integration-id.ts';

/** Conversions that were received before an integration sent any. */
export type EarlierConversions = {
  /** When the first of them may have been received, in epoch milliseconds. */
  readonly since: number;
  /** Of those that reports count, and whose event type is mapped. */
  readonly count: number;
  /** How many of them the platform has by an integration that was removed, or may have. */
  readonly taken: number;
};

export type EarlierWish = {
  /** A date of the project: what was received from then on. */
  readonly since: string;
  /** The mapping that the integration is about to have; without it, the one that it has. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
};

/**
 * How many conversions from before would be sent at most, so that a person can be shown the count first: to the integration, or to
 * one that is about to be connected.
 * @throws Refused
 */
export async function countEarlier(
  deps: IntegrationDeps,
  name: IntegrationName,
  wish: EarlierWish,
): Promise<EarlierConversions> {
  const { project, platform } = await findPlace(deps, name, 'admin');
  const since = await readSince(deps, { project, platform }, wish.since);
  const integrations = await deps.control.listIntegrations({ project: project.id });
  const known = integrations.find((each) => each.platform === platform && !isOfDemo(each));
  const actions = wish.actions === undefined ? known?.actions : parseActions(platform, wish.actions);
  const types = actions === undefined ? 'all' : Object.keys(actions);
  const target = {
    project: project.id,
    integration: known?.id ?? newIntegrationId(),
    platform,
    types,
  } as const;
  return { since, ...(await deps.deliveries.countEarlier(target, since)) };
}

/**
 * Owes the conversions that were received since an instant, and makes the integration send them. How many they are of those that
 * reports count, and whose event type is mapped.
 */
export async function oweEarlier(
  { control, deliveries, now }: Pick<IntegrationDeps, 'control' | 'deliveries' | 'now'>,
  { id, project, platform, sendsFrom, actions }: Integration,
  since: number,
): Promise<number> {
  if (since < sendsFrom) await control.changeIntegration(id, { sendsFrom: since });
  const target = { project, integration: id, platform, types: Object.keys(actions) };
  return deliveries.owe(target, { since, now: now() });
}

type Place = { readonly project: ProjectRecord; readonly platform: AdPlatform };

/**
 * The instant at which a day of the project begins, such as `2026-11-01`, from which on conversions are sent.
 * @throws Refused for what is no date, lies ahead, or is longer ago than the platform takes conversions; in the demo's project
 * for any, since nothing that was made up is sent to a platform
 */
export async function readSince(
  { control, now }: Pick<IntegrationDeps, 'control' | 'now'>,
  place: Place,
  date: string,
): Promise<number> {
  if ((await demoProjectId(control)) === place.project.id)
    throw bad(
      `Project ${place.project.id} is the demo's: its conversions from before are made up, and ${place.platform} would count them.`,
      'Leave the date out: what is bought in the demo shop from now on is sent.',
    );
  return parseSince(place, date, now());
}

function parseSince({ project, platform }: Place, date: string, now: number): number {
  const since = startOfDay(date, project.timezone);
  if (since === null) throw bad(`Invalid date: ${date}.`, 'Use a date such as 2026-11-01.');
  if (since > now) throw bad(`${date} is in the future.`, 'Use today or an earlier date.');
  const { days } = RETRY_WINDOWS[platform];
  if (since >= now - (days + 1) * DAY_MS) return since;
  const earliest = Temporal.Instant.fromEpochMilliseconds(now - days * DAY_MS);
  throw bad(
    `${platform} takes no conversions from ${date}: its window is ${days} days.`,
    `Use ${earliest.toZonedDateTimeISO(project.timezone).toPlainDate()} or a later date.`,
  );
}

function startOfDay(date: string, timezone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  try {
    return Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds;
  } catch {
    return null;
  }
}

function bad(problem: string, fix: string): Refused {
  return new Refused('bad_value', { field: 'since', problem, fix });
}
