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

/** The integrations of a project, by id. */
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

/** What a stop cannot hold back: the platform has it, or is being told of it. */
const WITH_PLATFORM: readonly AdDeliveryState[] = ['accepted', 'sending'];
/** What a stopped integration holds back: all that has to be sent and is not under way. */
const HELD_BACK: readonly AdDeliveryState[] = STATES.filter(
  (state) =>
    ['pending', 'retrying'].includes(STATUS_OF_DELIVERY_STATE[state]) && !WITH_PLATFORM.includes(state),
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

type WantedDeliveries = {
  readonly status?: DeliveryStatus | undefined;
  readonly state?: AdDeliveryState | undefined;
  readonly reason?: string | undefined;
  readonly platform?: AdPlatform | undefined;
};

/** The deliveries that are told of so, to one platform or to all; undefined where nothing of this is asked for. */
export function deliveriesWith(
  { status, state, reason, platform }: WantedDeliveries,
  integrations: Integrations,
): AdDeliveryFilter | undefined {
  if ([status, state, reason, platform].every((each) => each === undefined)) return undefined;
  const platforms = platform === undefined ? AD_PLATFORMS : [platform];
  if (STOPPED.some((word) => word === reason)) {
    // The reason is that of the integration: no row has it.
    const isMeant = (status ?? 'pending') === 'pending' && (state ?? 'blocked') === 'blocked';
    const held = [...integrations.values()].flatMap((each) => (each.state === reason ? [each.id] : []));
    return { platforms, states: [], stopped: held, statesOfStopped: isMeant ? HELD_BACK : [] };
  }
  if (status === undefined && state === undefined && reason === undefined)
    return { platforms, states: STATES, stopped: [], statesOfStopped: [] };
  const states = STATES.filter(
    (each) =>
      (state === undefined || each === state) &&
      (status === undefined || STATUS_OF_DELIVERY_STATE[each] === status),
  );
  const stopped = [...integrations.values()].flatMap(({ id, state }) =>
    STOPPED.includes(state) ? [id] : [],
  );
  const others = states.filter((state) => !HELD_BACK.includes(state));
  const isHeldBack =
    reason === undefined && (status ?? 'pending') === 'pending' && (state ?? 'blocked') === 'blocked';
  return {
    platforms,
    states,
    stopped,
    statesOfStopped: isHeldBack ? [...others, ...HELD_BACK] : others,
    reason,
  };
}
