import type { AdPlatform, DeliveryStatus } from '@cvq/contract';
import { CONVERSION_KINDS, type ConversionKind, MAX_ID_LENGTH } from '@cvq/contract/constants';
import { PLATFORM_NAMES } from '../figures/platform-names.ts';
import { STATUS_WORDS } from '../figures/status-words.ts';

/** What a list of conversions, events or deliveries is narrowed to. */
export type ListChoice = {
  readonly kind: ConversionKind;
  readonly type: string | null;
  readonly platform: AdPlatform | null;
  readonly status: DeliveryStatus | null;
  /** Where a delivery stands exactly, and why, in the words of the read API. */
  readonly state: string | null;
  readonly reason: string | null;
  readonly order: string | null;
  /** To which webhook deliveries went. */
  readonly endpoint: string | null;
  /** Whether all that can be tried again is marked. */
  readonly mark: 'all' | null;
  /** The cursor of a page further down. */
  readonly after: string | null;
};

const PLATFORMS = Object.keys(PLATFORM_NAMES) as AdPlatform[];
const STATUSES = Object.keys(STATUS_WORDS) as DeliveryStatus[];

export const WHOLE_LIST: ListChoice = {
  kind: 'counted',
  type: null,
  platform: null,
  status: null,
  state: null,
  reason: null,
  order: null,
  endpoint: null,
  mark: null,
  after: null,
};

const WORD = /^[a-z0-9_]{1,64}$/i;

/** What the query of an address says of a list; what is unknown in it counts as not said. */
export function readListChoice(said: URLSearchParams): ListChoice {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === said.get(name)) ?? null;
  const word = (name: string) => {
    const text = said.get(name) ?? '';
    return WORD.test(text) ? text : null;
  };
  return {
    kind: oneOf('kind', CONVERSION_KINDS) ?? 'counted',
    type: said.get('type')?.slice(0, 255) || null,
    platform: oneOf('platform', PLATFORMS),
    status: oneOf('status', STATUSES),
    state: word('state'),
    reason: word('reason'),
    order: said.get('order')?.slice(0, MAX_ID_LENGTH) || null,
    endpoint: word('endpoint'),
    mark: oneOf('mark', ['all']),
    after: said.get('after')?.slice(0, 512) || null,
  };
}
