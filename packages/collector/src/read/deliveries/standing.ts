import {
  AD_PLATFORMS,
  type AdDeliveryState,
  type AdPlatform,
  type DeliveryStatus,
  type IntegrationState,
  STATUS_OF_DELIVERY_STATE,
} from '@cvq/contract';
import type { AdDelivery, AdDeliveryFilter, Integration, IntegrationStore } from '@cvq/storage';

/** The integrations of a project, by id. One that was removed is not there. */
export type Integrations = ReadonlyMap<string, Integration>;

export async function integrationsOf(
  project: string,
  control: Pick<IntegrationStore, 'listIntegrations'>,
): Promise<Integrations> {
  return new Map((await control.listIntegrations({ project })).map((each) => [each.id, each]));
}

/** Where a delivery stands, as it is told. */
export type StandingOfDelivery = {
  readonly status: DeliveryStatus;
  readonly state: AdDeliveryState;
  readonly reason: string | null;
};

/** What these integrations have to send waits for somebody, whatever state it was left in. */
const STOPPED: readonly IntegrationState[] = ['paused', 'reconnect_required'];

const STATES = Object.keys(STATUS_OF_DELIVERY_STATE) as AdDeliveryState[];

/** What a stopped integration holds back: all that has to be sent. What the platform has is with the platform. */
const HELD_BACK: readonly AdDeliveryState[] = STATES.filter(
  (state) => ['pending', 'retrying'].includes(STATUS_OF_DELIVERY_STATE[state]) && state !== 'accepted',
);

/** Where a delivery stands: `blocked` where its integration sends nothing, with the reason of that. */
export function standingOf(
  { state, reason, integration }: Pick<AdDelivery, 'state' | 'reason' | 'integration'>,
  integrations: Integrations,
): StandingOfDelivery {
  const of = integrations.get(integration)?.state;
  if (of !== undefined && STOPPED.includes(of) && HELD_BACK.includes(state))
    return { status: 'pending', state: 'blocked', reason: of };
  return { status: STATUS_OF_DELIVERY_STATE[state], state, reason };
}

/** The deliveries that are told of with a status, to one platform or to all; undefined where neither is asked for. */
export function deliveriesWith(
  {
    status,
    platform,
  }: { readonly status?: DeliveryStatus | undefined; readonly platform?: AdPlatform | undefined },
  integrations: Integrations,
): AdDeliveryFilter | undefined {
  if (status === undefined && platform === undefined) return undefined;
  const platforms = platform === undefined ? AD_PLATFORMS : [platform];
  if (status === undefined) return { platforms, states: STATES, stopped: [], statesOfStopped: [] };
  const states = STATES.filter((state) => STATUS_OF_DELIVERY_STATE[state] === status);
  const stopped = [...integrations.values()].flatMap(({ id, state }) =>
    STOPPED.includes(state) ? [id] : [],
  );
  const others = states.filter((state) => !HELD_BACK.includes(state));
  return {
    ...{ platforms, states, stopped },
    statesOfStopped: status === 'pending' ? [...others, ...HELD_BACK] : others,
  };
}
