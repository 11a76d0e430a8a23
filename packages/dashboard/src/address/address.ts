import type { CompareMode, Granularity, RangePreset } from '@cvq/contract';
import { COMPARE_MODES, GRANULARITIES, RANGE_PRESETS } from '@cvq/contract/constants';
import { METRICS, type Metric } from '../figures/metrics.ts';
import { PANELS, type PanelDimension, type PanelId } from '../figures/panels.ts';
import { ALL_BOTS, BOT_PREFIX, type BotChoice, readBotChoice } from './bot-choice.ts';
import { type FunnelChoice, readFunnelChoice, USUAL_FUNNEL } from './funnel-choice.ts';
import { type ListChoice, readListChoice, WHOLE_LIST } from './list-choice.ts';

/** What is looked at: a preset, or days, both included. */
type ChosenRange = { readonly preset: RangePreset } | { readonly start: string; readonly end: string };

/** What it is compared with. */
type ChosenComparison = CompareMode | 'none' | { readonly start: string; readonly end: string };

/** The state of a page: all of it, so that back, reload and a shared address show the same. */
export type PageState = {
  readonly range: ChosenRange;
  readonly granularity: Granularity | null;
  readonly compare: ChosenComparison;
  /** Whether the year before is the same weekdays or the same dates. */
  readonly match: 'weekday' | 'date';
  readonly metric: Metric;
  /** By the grammar of the read API: `country:is:DE|AT`. */
  readonly filters: readonly string[];
  readonly segment: string | null;
  readonly bots: 'excluded' | 'included';
  /** The dimension that each panel shows. */
  readonly tabs: Readonly<Record<PanelId, PanelDimension>>;
  readonly sort: string | null;
  readonly offset: number;
  /** What the full list of a dimension is searched for. */
  readonly search: string | null;
  /** What is open in the list: a delivery of a webhook. */
  readonly open: string | null;
  readonly table: boolean;
  /** What the list of conversions is narrowed to. */
  readonly list: ListChoice;
  readonly funnel: FunnelChoice;
  readonly bot: BotChoice;
};

const FIRST_TABS = Object.fromEntries(
  PANELS.map(({ id, tabs }) => [id, tabs[0].dimension]),
) as PageState['tabs'];

/** What an address says that says nothing. */
export const USUAL_STATE: PageState = {
  range: { preset: '30d' },
  granularity: null,
  compare: 'previous_period',
  match: 'weekday',
  metric: 'visitors',
  filters: [],
  segment: null,
  bots: 'excluded',
  tabs: FIRST_TABS,
  sort: null,
  offset: 0,
  search: null,
  open: null,
  table: false,
  list: WHOLE_LIST,
  funnel: USUAL_FUNNEL,
  bot: ALL_BOTS,
};

/** Whether it is a day of the calendar: browsers take the 31st of February for one of March. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text);
const MEASURES = Object.keys(METRICS) as Metric[];
/** An address calls the measure `ad_spend` spend, and takes its own name as well. A sign before it is kept. */
const measureIn = (said: string | null) => said?.replace(/^(-?)spend$/, '$1ad_spend') || null;
const inAddress = (measure: string | null) => measure?.replace(/^(-?)ad_spend$/, '$1spend') ?? null;
const FILTER = /^(?:property:.+|[a-z_]+):[a-z_]+:.*$/s;

/** The state that the query of an address names. What is unknown in it counts as not said. */
export function readAddress(query: string): PageState {
  const said = new URLSearchParams(query);
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === said.get(name));
  const offset = Number(said.get('offset') ?? 0);
  return {
    range: rangeIn(said) ?? USUAL_STATE.range,
    granularity: oneOf('granularity', GRANULARITIES) ?? null,
    compare: comparisonIn(said) ?? USUAL_STATE.compare,
    match: oneOf('match', ['weekday', 'date']) ?? 'weekday',
    metric: MEASURES.find((name) => name === measureIn(said.get('metric'))) ?? USUAL_STATE.metric,
    filters: [...new Set(said.getAll('filter').filter((filter) => FILTER.test(filter)))],
    segment: said.get('segment') || null,
    bots: oneOf('bots', ['excluded', 'included']) ?? 'excluded',
    tabs: Object.fromEntries(
      PANELS.map(({ id, tabs }) => {
        const dimensions = tabs.map(({ dimension }) => dimension);
        return [id, oneOf(`tab.${id}`, dimensions) ?? dimensions[0]];
      }),
    ) as PageState['tabs'],
    sort: measureIn(said.get('sort')),
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    search: said.get('search')?.slice(0, 200) || null,
    open: said.get('open') || null,
    table: said.get('table') === '1',
    list: readListChoice(said),
    funnel: readFunnelChoice(said),
    bot: readBotChoice(said),
  };
}

/** The query that names a state, with its `?`; empty for the usual one. What is usual is left out. */
export function writeAddress(state: PageState): string {
  const query = new URLSearchParams();
  const say = (name: string, value: string | null, usual: string | null = null) => {
    if (value !== null && value !== usual) query.append(name, value);
  };
  if ('preset' in state.range) say('range', state.range.preset, '30d');
  else for (const end of ['start', 'end'] as const) say(end, state.range[end]);
  say('granularity', state.granularity);
  say('compare', nameOfComparison(state.compare), 'previous_period');
  say('match', state.match, 'weekday');
  say('metric', inAddress(state.metric), USUAL_STATE.metric);
  for (const filter of state.filters) say('filter', filter);
  say('segment', state.segment);
  say('bots', state.bots, 'excluded');
  for (const { id } of PANELS) say(`tab.${id}`, state.tabs[id], FIRST_TABS[id]);
  say('sort', inAddress(state.sort));
  say('offset', state.offset === 0 ? null : String(state.offset));
  say('search', state.search);
  say('open', state.open);
  say('table', state.table ? '1' : null);
  for (const [name, value] of Object.entries(state.list))
    say(name, value, WHOLE_LIST[name as keyof ListChoice]);
  const { steps, scope, days, by } = state.funnel;
  for (const step of steps) say('step', step);
  say('scope', scope, USUAL_FUNNEL.scope);
  say('days', String(days), String(USUAL_FUNNEL.days));
  say('by', by);
  for (const [name, value] of Object.entries(state.bot)) say(`${BOT_PREFIX}${name}`, value);
  const text = legible(query.toString());
  return text === '' ? '' : `?${text}`;
}

/** What a query says of the range that names none, as `start=2026-13-01`; null where all of it is read. */
export function unreadRangeIn(query: string): string | null {
  const said = new URLSearchParams(query);
  const range = rangeIn(said);
  if (range !== null && 'start' in range) return null;
  const unread = range === null ? ['range', 'start', 'end'] : ['start', 'end'];
  const parts = unread.filter((name) => said.has(name)).map((name) => `${name}=${said.get(name)}`);
  return parts.join('&') || null;
}

function rangeIn(said: URLSearchParams): ChosenRange | null {
  const [start, end] = [said.get('start'), said.get('end')];
  if (start && end && isDay(start) && isDay(end) && start <= end) return { start, end };
  const preset = RANGE_PRESETS.find((name) => name === said.get('range'));
  return preset ? { preset } : null;
}

function comparisonIn(said: URLSearchParams): ChosenComparison | null {
  const text = said.get('compare') ?? '';
  const [start = '', end = ''] = text.split('..');
  if (isDay(start) && isDay(end) && start <= end) return { start, end };
  return [...COMPARE_MODES, 'none' as const].find((mode) => mode === text) ?? null;
}

function nameOfComparison(compare: ChosenComparison): string {
  return typeof compare === 'string' ? compare : `${compare.start}..${compare.end}`;
}

/** Signs that need no escape in a query, and that people read more easily as they are. */
function legible(query: string): string {
  return query.replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%7C', '|').replaceAll('%2C', ',');
}
