import {
  type AdDeliveryState,
  type DeliveryAccount,
  STATUS_OF_DELIVERY_STATE,
  TAKEN_DELIVERY_STATES,
} from '@cvq/contract';
import type { CountedAdDeliveries, Integration } from '@cvq/storage';
import { type Integrations, type StandingOfDelivery, standingOf } from './standing.ts';

/** How many stand there: deliveries, and conversions that count. */
type Standing = StandingOfDelivery & Pick<CountedAdDeliveries, 'deliveries' | 'counted'>;

const TAKEN: ReadonlySet<AdDeliveryState> = new Set(TAKEN_DELIVERY_STATES);

/** What became of conversions at the platforms of a project, by integration: those that are connected first. */
export function deliveryAccounts(
  counts: readonly CountedAdDeliveries[],
  integrations: Integrations,
): DeliveryAccount[] {
  const counted = Map.groupBy(counts, ({ integration }) => integration);
  const connected = [...integrations.values()].map((integration) =>
    accountOf(integration, standingsOf(counted.get(integration.id) ?? [], integrations)),
  );
  const removed = [...counted].flatMap(([id, own]) => {
    const platform = own[0]?.platform;
    if (platform === undefined || integrations.has(id)) return [];
    return accountOf({ id, platform, state: 'removed', problem: null }, standingsOf(own, integrations));
  });
  return [...connected, ...removed];
}

type Told = Pick<Integration, 'id' | 'platform' | 'problem'> & {
  readonly state: DeliveryAccount['integration_state'];
};

/** All but `states` are of conversions that reports count, each once. */
function accountOf({ id, platform, state, problem }: Told, standings: readonly Standing[]): DeliveryAccount {
  const sum = (isMeant: (each: StandingOfDelivery) => boolean) =>
    standings.filter(isMeant).reduce((all, { counted }) => all + counted, 0);
  return {
    platform,
    integration: id,
    integration_state: state,
    problem: problem && { ...problem, at: new Date(problem.at).toISOString() },
    owed: sum(() => true),
    matchable: sum((each) => each.status !== 'skipped' || isBuilt(each)),
    taken: sum((each) => TAKEN.has(each.state)),
    processed: sum(({ status }) => status === 'delivered'),
    failed: sum(({ status }) => status === 'failed'),
    waiting: sum(
      ({ status, state: of }) => of !== 'accepted' && (status === 'pending' || status === 'retrying'),
    ),
    dry_run: sum(isBuilt),
    states: standings.flatMap(({ counted: _, ...each }) => (each.deliveries > 0 ? [each] : [])),
  };
}

/** It would have been sent. */
const isBuilt = ({ state }: StandingOfDelivery) => state === 'dry_run';

/** As they are told, the most frequent first. */
function standingsOf(counts: readonly CountedAdDeliveries[], integrations: Integrations): Standing[] {
  const told = new Map<string, Standing>();
  for (const { deliveries, counted, ...each } of counts) {
    const standing = standingOf(each, integrations);
    const key = `${standing.state} ${standing.reason}`;
    const before = told.get(key) ?? { deliveries: 0, counted: 0 };
    told.set(key, {
      ...standing,
      deliveries: before.deliveries + deliveries,
      counted: before.counted + counted,
    });
  }
  const order = Object.keys(STATUS_OF_DELIVERY_STATE);
  return [...told.values()].sort(
    (one, other) =>
      other.deliveries - one.deliveries || order.indexOf(one.state) - order.indexOf(other.state),
  );
}
