import type { SpendNotes, SpendUnavailableReason } from '@cvq/contract';
import type { CalendarDays } from '@cvq/storage';
import type { AskedSpend, AskedStores } from './asked-spend.ts';
import { coverBy } from './cover-of-spend.ts';
import { filterWords } from './filter-words.ts';
import { findSourcesBehind } from './find-sources-behind.ts';
import { hasSameDays } from './has-same-days.ts';
import { notReadMessage } from './not-read-message.ts';
import type { ToldSource } from './open-spend-sources.ts';
import { type PlacedCampaigns, placeCampaigns } from './place-campaigns.ts';
import { type ReadDays, readDays } from './read-days.ts';
import { spendMeasures, type TellSpend } from './spend-measures.ts';
import { spendWarnings } from './spend-warnings.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';
import { whyUnknown } from './why-unknown.ts';
import { whyUntold } from './why-untold.ts';

/** What an answer tells of spend in a range. */
export type SpendOfRange = {
  readonly notes: SpendNotes;
  /** Why nobody has read the range, and what to do, for people; null for any other reason. */
  readonly notRead: string | null;
  /** Null where nothing can be told. */
  readonly found: FoundSpend | null;
  /** Whether or not they tell of the range. */
  readonly sources: readonly ToldSource[];
  readonly tell: TellSpend;
};

/**
 * Its rows are those of campaigns that fulfil the filters, and its known days those that a source has read which could tell
 * of them. Campaigns and groups are empty unless the question needs them.
 */
export type FoundSpend = ReadSpend & { readonly sum: SpendSum };

type ReadSpend = ReadDays &
  PlacedCampaigns & {
    /** Why its other days are not known. */
    readonly whyUnknown: SpendUnavailableReason;
  };

const NO_CAMPAIGNS: PlacedCampaigns = { campaigns: [], groups: [] };

/** What can be told of spend in a range, or why nothing can be. Without the scope nothing is asked. */
export async function spendOfRange(asked: AskedSpend, deps: AskedStores): Promise<SpendOfRange> {
  const { caller, project } = asked;
  if (!caller.scopes.includes('spend:read')) {
    const notes = { spend_omitted_reason: 'missing_scope:spend:read' };
    return { notes, notRead: null, found: null, sources: [], tell: () => ({}) };
  }
  const sources = await deps.spendSources(project.id);
  const told = { sources, tell: spendMeasures, notRead: null };
  const untold = whyUntold(sources, asked);
  if (untold !== null) return { notes: { spend_unavailable_reason: untold }, found: null, ...told };
  const read = await readSpend(sources, asked, deps);
  const warnings = warningsOf(read, asked);
  if (read.cover.known.size === 0) {
    const notes = { spend_unavailable_reason: read.whyUnknown, ...warnings };
    const isNotRead = read.whyUnknown === 'not_read';
    const notRead = isNotRead ? notReadMessage(read.cover.sources, read.days) : null;
    return { ...told, notes, found: null, notRead };
  }
  const sum = sumSpend(read.rows);
  return {
    notes: { ...(sum.worth === null && { spend_unavailable_reason: 'currency_mixed' }), ...warnings },
    found: { ...read, sum },
    ...told,
  };
}

async function readSpend(
  sources: readonly ToldSource[],
  asked: AskedSpend,
  deps: AskedStores,
): Promise<ReadSpend> {
  const { project, question, by = {} } = asked;
  const { control, spendSyncMs } = deps;
  const isFiltered = question.filters.length > 0;
  if (!isFiltered && by.campaign !== true && by.dimension === undefined) {
    const spendOf = (days: CalendarDays) => control.sumSpend(project.id, days);
    const read = await readDays(sources, asked, { control, spendSyncMs, spendOf });
    return { ...read, ...NO_CAMPAIGNS, whyUnknown: whyUnknown(read.cover.sources) };
  }
  const spendOf = (days: CalendarDays) => control.readSpend(project.id, days);
  const read = await readDays(sources, asked, { control, spendSyncMs, spendOf });
  const isKnown = read.cover.known.size > 0;
  const placed = isKnown ? await placeCampaigns(read.rows, asked, deps) : NO_CAMPAIGNS;
  if (!isFiltered || !isKnown) return { ...read, ...placed, whyUnknown: whyUnknown(read.cover.sources) };
  const part = { ...placed, includes: filterWords(question.filters) };
  const behind = findSourcesBehind(read.cover.sources)(part);
  return {
    ...read,
    ...placed,
    rows: placed.campaigns.flatMap((campaign) => campaign.rows),
    cover: { ...read.cover, ...coverBy(behind ?? []) },
    whyUnknown: whyUnknown(behind),
  };
}

function warningsOf(
  { cover, rows }: ReadDays,
  { project, range }: AskedSpend,
): Pick<SpendNotes, 'spend_warnings'> {
  const { currency, timezone } = project;
  const warnings = spendWarnings({
    cover,
    rows,
    currency,
    timezone,
    hasSameDays: (source) => hasSameDays(source, range),
  });
  return warnings.length === 0 ? {} : { spend_warnings: warnings };
}
