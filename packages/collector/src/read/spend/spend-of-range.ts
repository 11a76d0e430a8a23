import type { SpendNotes, SpendUnavailableReason } from '@cvq/contract';
import type { SpendSourceState } from '@cvq/storage';
import type { AskedSpend, AskedStores } from './asked-spend.ts';
import { hasSameDays } from './has-same-days.ts';
import { type PlacedCampaigns, placeCampaigns } from './place-campaigns.ts';
import { type ReadDays, readDays } from './read-days.ts';
import { spendMeasures, type TellSpend } from './spend-measures.ts';
import { spendWarnings } from './spend-warnings.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';
import { whyUntold } from './why-untold.ts';

/** What an answer tells of spend in a range. */
export type SpendOfRange = {
  readonly notes: SpendNotes;
  /** Null where nothing can be told. */
  readonly found: FoundSpend | null;
  /** Whether or not they tell of the range. */
  readonly sources: readonly SpendSourceState[];
  readonly tell: TellSpend;
};

/** Its rows are those of campaigns that fulfil the filters. Campaigns and groups are empty unless the question needs them. */
export type FoundSpend = ReadDays & PlacedCampaigns & { readonly sum: SpendSum };

const NO_CAMPAIGNS: PlacedCampaigns = { campaigns: [], groups: [] };

/**
 * What can be told of spend in a range, or why nothing can be. Without the scope nothing is asked; without a source nothing
 * but whether there is one.
 */
export async function spendOfRange(asked: AskedSpend, deps: AskedStores): Promise<SpendOfRange> {
  const { caller, project, question, by = {} } = asked;
  if (!caller.scopes.includes('spend:read')) {
    const notes = { spend_omitted_reason: 'missing_scope:spend:read' };
    return { notes, found: null, sources: [], tell: () => ({}) };
  }
  const sources = await deps.control.listSpendSources(project.id);
  const told = { sources, tell: spendMeasures };
  const nothing = (reason: SpendUnavailableReason, warnings: SpendNotes = {}): SpendOfRange => {
    return { notes: { spend_unavailable_reason: reason, ...warnings }, found: null, ...told };
  };
  const untold = await whyUntold(sources, asked, deps);
  if (untold !== null) return nothing(untold);

  const { control } = deps;
  const isFiltered = question.filters.length > 0;
  const isOfCampaigns = isFiltered || by.campaign === true || by.dimension !== undefined;
  const byCampaign = isOfCampaigns
    ? await readDays(sources, asked, { control, spendOf: (days) => control.readSpend(project.id, days) })
    : null;
  const read: ReadDays =
    byCampaign ??
    (await readDays(sources, asked, { control, spendOf: (days) => control.sumSpend(project.id, days) }));
  if (read.cover.known.size === 0) {
    const isBroken = read.cover.sources.some(({ reason }) => reason === 'integration_error');
    return nothing(isBroken ? 'integration_error' : 'not_read', warningsOf(read, asked));
  }
  const placed = byCampaign === null ? NO_CAMPAIGNS : await placeCampaigns(byCampaign.rows, asked, deps);
  const rows = isFiltered ? placed.campaigns.flatMap((campaign) => campaign.rows) : read.rows;
  const sum = sumSpend(rows);
  const found = { ...read, ...placed, rows, sum };
  return {
    notes: {
      ...(sum.worth === null && { spend_unavailable_reason: 'currency_mixed' }),
      ...warningsOf(found, asked),
    },
    found,
    ...told,
  };
}

function warningsOf(
  { cover, rows }: ReadDays,
  { project, range }: AskedSpend,
): Pick<SpendNotes, 'spend_warnings'> {
  const { currency, timezone } = project;
  const warnings = spendWarnings({
    ...{ cover, rows, currency, timezone },
    hasSameDays: (source) => hasSameDays(source, range),
  });
  return warnings.length === 0 ? {} : { spend_warnings: warnings };
}
