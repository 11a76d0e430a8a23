import { parseJson } from '../formats.ts';
import type { MockAnswer, MockRequest } from '../mock-request.ts';
import type { Conversions, HeldConversion } from '../open-conversions.ts';
import { type MetaEvent, MetaEvents } from './event-schema.ts';
import { newTrace } from './meta-error.ts';
import { refusalOf, refusalOfEvents } from './refusal.ts';

const HOUR_MS = 3_600_000;
/** For how long Meta knows an event again by its name and id. */
const REMEMBERED_HOURS = 48;

type Taking = {
  readonly conversions: Conversions;
  readonly now: () => number;
  /** The clock of what Meta remembers. */
  readonly memoryNow: () => number;
};

/** `POST /<version>/<dataset>/events`: all events are taken, or none. A repeat is answered as if it were new. */
export function takeEvents({ body, groups }: MockRequest, taking: Taking): MockAnswer {
  const parsed = MetaEvents.safeParse(parseJson(body));
  if (!parsed.success) return refusalOf(parsed.error);
  const { data, test_event_code } = parsed.data;
  const refusal = refusalOfEvents(data, taking.now());
  if (refusal !== null) return refusal;
  for (const event of data) {
    const conversion = heldOf(event, groups.dataset ?? '', taking.memoryNow());
    if (test_event_code !== undefined) taking.conversions.setAside('test_event', conversion);
    else take(conversion, taking);
  }
  return { status: 200, body: { events_received: data.length, messages: [], fbtrace_id: newTrace() } };
}

function take(conversion: HeldConversion, { conversions, memoryNow }: Taking): void {
  const keys = conversion.key === null ? [] : [conversion.key];
  if (conversions.find(keys, memoryNow() - REMEMBERED_HOURS * HOUR_MS) === null)
    conversions.count(conversion, keys);
  else conversions.setAside('duplicate', conversion);
}

function heldOf(event: MetaEvent, account: string, receivedAt: number): HeldConversion {
  const { event_id, event_name, user_data, custom_data } = event;
  const { fbc, fbp: _, client_ip_address: __, client_user_agent: ___, ...hashed } = user_data;
  return {
    account,
    action: event_name,
    key: event_id === undefined ? null : `${event_name} ${event_id}`,
    orderId: custom_data?.order_id ?? null,
    // The third part is the time of the click.
    clickIds: fbc === undefined ? {} : { fbc, fbclid: fbc.split('.')[3] ?? '' },
    value: custom_data?.value ?? null,
    currency: custom_data?.currency ?? null,
    at: event.event_time * 1000,
    hashes: Object.fromEntries(Object.entries(hashed).map(([name, values]) => [name, [values ?? []].flat()])),
    receivedAt,
    sent: event,
  };
}
