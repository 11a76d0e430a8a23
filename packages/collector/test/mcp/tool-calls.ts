import { AD_PLATFORMS, DIMENSIONS, RANGE_PRESETS } from '@cvq/contract';
import fc from 'fast-check';
import { tools } from '../../src/mcp/tools.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** What exists that arguments may name. */
type Known = { readonly project: string; readonly conversions: readonly string[] };

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
const seldom = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 1 });
const upTo = (most: number) => fc.integer({ min: 0, max: most });

const date = fc.integer({ min: 1, max: 21 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`);
const filter = fc.constantFrom(
  ...['country:is:DE|AT', 'channel:is_not:Direct', 'page:contains:teapot', 'campaign:is_set', 'nonsense'],
);
const granularity = maybe(fc.constantFrom('hour', 'day', 'week', 'month'));
const platform = maybe(fc.constantFrom(...AD_PLATFORMS));

function argumentsOfTools({ project, conversions }: Known): Record<string, fc.Arbitrary<ToolArguments>> {
  const named = { project: maybe(fc.constantFrom(project, 'proj_nonsense')) };
  const range = maybe(fc.constantFrom(...RANGE_PRESETS, 'fortnight'));
  const period = { ...named, range, start_date: seldom(date), end_date: seldom(date) };
  const counted = { ...period, bots: maybe(fc.constantFrom('excluded', 'included')) };
  const compared = {
    ...counted,
    filter: maybe(fc.array(filter, { minLength: 1, maxLength: 2 })),
    compare: maybe(fc.constantFrom('previous_period', 'previous_year')),
  };
  return {
    get_me: fc.constant({}),
    list_projects: fc.constant({}),
    get_overview: fc.record(compared),
    get_timeseries: fc.record({ ...compared, granularity }),
    get_breakdown: fc.record({
      ...compared,
      dimension: fc.constantFrom(...DIMENSIONS, 'property:plan', 'seen_page', 'did_event', 'colour'),
      sort: maybe(fc.constantFrom('-revenue', 'visitors', 'colour')),
      ...{ limit: maybe(upTo(60)), offset: maybe(upTo(5)) },
    }),
    get_funnel: fc.record({
      ...compared,
      event_types: fc.uniqueArray(fc.constantFrom('pageview', 'add_to_cart', 'purchase', 'lead'), {
        ...{ minLength: 1, maxLength: 4 },
      }),
      window_days: maybe(upTo(40)),
    }),
    get_spend: fc.record(counted),
    list_conversions: fc.record({
      ...counted,
      event_type: maybe(fc.constantFrom('purchase', 'lead')),
      delivery_status: maybe(fc.constantFrom('failed', 'delivered', 'skipped', 'lost')),
      delivery_platform: platform,
      kind: maybe(fc.constantFrom('counted', 'duplicate', 'bot')),
      sort: maybe(fc.constantFrom('-timestamp', 'timestamp')),
      ...{ limit: maybe(upTo(12)), detail: maybe(fc.constantFrom('full', 'brief', 'short')) },
    }),
    get_conversion: fc.record({
      ...{ ...named, id: fc.constantFrom(...conversions, 'conv_1_none') },
      lookback_days: maybe(upTo(30)),
    }),
    // Nothing that would be sent: whether two requests for the same are one is the read API's matter.
    retry_delivery: fc.record({ id: fc.constantFrom('conv_1_none', 'nonsense'), platform }),
    list_properties: fc.record({ ...named, event_type: maybe(fc.constantFrom('purchase', 'nothing')) }),
    list_annotations: fc.record(named),
    list_segments: fc.record(named),
    list_refusals: fc.record(named),
    get_bots: fc.record({
      ...{ ...period, granularity, category: maybe(fc.constantFrom('ai_crawler', 'robot')) },
    }),
  };
}

/** Calls of tools, most of them right, and some wrong in a way that every surface refuses. */
export function toolCalls(known: Known): fc.Arbitrary<{ name: string; args: ToolArguments }> {
  const args = argumentsOfTools(known);
  const names = fc.constantFrom(...tools.map(({ operation }) => operation.name));
  return names.chain((name) =>
    (args[name] ?? fc.constant({})).map((given) => ({ name, args: withoutAbsent(given) })),
  );
}

function withoutAbsent(args: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
