import {
  type AdDeliveryState,
  type DeliveryAccount,
  SKIP_REASONS,
  type SkipReason,
  STATUS_OF_DELIVERY_STATE,
} from '@cvq/contract';
import type { AdDeliveryCount, Integration } from '@cvq/storage';
import { type Integrations, type StandingOfDelivery, standingOf } from './standing.ts';

type States = DeliveryAccount['states'];

/**
 * What each reason to send nothing means for the account: `uncounted` is a conversion that reports do not count either,
 * `unmatched` one that counts and of which the platform may be told nothing or knows nobody, `built` one that would be sent.
 */
const LOSS_OF_REASON = {
  bot: 'uncounted',
  duplicate_order: 'uncounted',
  foreign_host: 'uncounted',
  removed: 'uncounted',
  no_consent: 'unmatched',
  no_identifier: 'unmatched',
  no_mapping: 'unmatched',
  no_value: 'unmatched',
  erased: 'unmatched',
  integration_removed: 'unmatched',
  dry_run: 'built',
} as const satisfies Record<SkipReason, 'uncounted' | 'unmatched' | 'built'>;

const TAKEN: readonly AdDeliveryState[] = ['accepted', 'delivered', 'duplicate', 'unmatched'];

/** What became of conversions at the platforms of a project, by integration: those that are connected first. */
export function deliveryAccounts(
  counts: readonly AdDeliveryCount[],
  integrations: Integrations,
): DeliveryAccount[] {
  const counted = Map.groupBy(counts, ({ integration }) => integration);
  const connected = [...integrations.values()].map((integration) =>
    accountOf(integration, statesOf(counted.get(integration.id) ?? [], integrations)),
  );
  const removed = [...counted].flatMap(([id, own]) => {
    const platform = own[0]?.platform;
    if (platform === undefined || integrations.has(id)) return [];
    return accountOf({ id, platform, state: 'removed', problem: null }, statesOf(own, integrations));
  });
  return [...connected, ...removed];
}

type Told = Pick<Integration, 'id' | 'platform' | 'problem'> & {
  readonly state: DeliveryAccount['integration_state'];
};

function accountOf({ id, platform, state, problem }: Told, states: States): DeliveryAccount {
  const sum = (isMeant: (each: StandingOfDelivery) => boolean) =>
    states.filter(isMeant).reduce((all, { deliveries }) => all + deliveries, 0);
  const owed = sum((each) => lossOf(each) !== 'uncounted');
  return {
    platform,
    integration: id,
    integration_state: state,
    problem: problem && { ...problem, at: new Date(problem.at).toISOString() },
    owed,
    matchable: owed - sum((each) => lossOf(each) === 'unmatched'),
    taken: sum((each) => TAKEN.includes(each.state)),
    processed: sum(({ status }) => status === 'delivered'),
    failed: sum(({ status }) => status === 'failed'),
    waiting: sum(
      ({ status, state: of }) => of !== 'accepted' && (status === 'pending' || status === 'retrying'),
    ),
    dry_run: sum((each) => lossOf(each) === 'built'),
    states,
  };
}

function lossOf({ status, state, reason }: StandingOfDelivery) {
  if (status !== 'skipped') return null;
  if (state === 'dry_run') return 'built';
  const word = SKIP_REASONS.find((each) => each === reason);
  return word === undefined ? 'unmatched' : LOSS_OF_REASON[word];
}

/** As they are told, the most frequent first. */
function statesOf(counts: readonly AdDeliveryCount[], integrations: Integrations): States {
  const told = new Map<string, States[number]>();
  for (const { deliveries, ...each } of counts) {
    const standing = standingOf(each, integrations);
    const key = `${standing.state} ${standing.reason}`;
    const before = told.get(key)?.deliveries ?? 0;
    told.set(key, { ...standing, deliveries: before + deliveries });
  }
  const order = Object.keys(STATUS_OF_DELIVERY_STATE);
  return [...told.values()].sort(
    (one, other) =>
      other.deliveries - one.deliveries || order.indexOf(one.state) - order.indexOf(other.state),
  );
}
