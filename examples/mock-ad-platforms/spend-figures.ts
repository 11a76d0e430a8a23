import { z } from 'zod';
import { isCurrency } from './formats.ts';
import type { SpendSettings } from './mock-accounts.ts';

const day = z.iso.date();
const id = z.string().regex(/^\d{1,20}$/, 'must be digits');

const SpendFigureSchema = z.strictObject({
  date: day,
  campaignId: id,
  /** The name that the campaign has now: of all its days. */
  campaign: z.string().min(1),
  /** Millionths of a unit of the account's currency. */
  micros: z.string().regex(/^-?\d{1,18}$/, 'must be a whole number, as a text'),
  impressions: z.int().min(0),
  clicks: z.int().min(0),
});

export const SpendChangeSchema = z.strictObject({
  /** In the place of what was there of the same campaigns and days. */
  rows: z.array(SpendFigureSchema).optional(),
  /** Days, or campaigns, or both at once, that are told of no more. */
  remove: z.strictObject({ date: day.optional(), campaignId: id.optional() }).optional(),
  rename: z.strictObject({ campaignId: id, campaign: z.string().min(1) }).optional(),
  /** In the place of the account's own. */
  settings: z
    .strictObject({
      currency: z.string().refine(isCurrency, 'must be a currency of ISO 4217'),
      timeZone: z.string().min(1),
    })
    .partial()
    .optional(),
});

/** What a campaign cost on a day of its account. */
export type SpendFigure = z.infer<typeof SpendFigureSchema>;
export type SpendChange = z.infer<typeof SpendChangeSchema>;

/** What the ads of an account cost. */
export type SpendFigures = {
  change(change: SpendChange): void;
  /** In the order of days and campaigns. */
  all(): readonly SpendFigure[];
  between(first: string, last: string): readonly SpendFigure[];
  settings(account: SpendSettings): SpendSettings;
  forget(): void;
};

export function openSpendFigures(): SpendFigures {
  let figures = new Map<string, SpendFigure>();
  let settings: Partial<SpendSettings> = {};
  const put = (figure: SpendFigure) => void figures.set(`${figure.date} ${figure.campaignId}`, figure);
  const all = () => [...figures].sort(([key], [other]) => (key < other ? -1 : 1)).map(([, figure]) => figure);
  return {
    change({ rows = [], remove, rename, settings: given }) {
      if (remove !== undefined) {
        const kept = [...figures].filter(([, figure]) => !isMeant(figure, remove));
        figures = new Map(kept);
      }
      for (const row of rows) put(row);
      if (rename !== undefined)
        for (const figure of all())
          if (figure.campaignId === rename.campaignId) put({ ...figure, campaign: rename.campaign });
      settings = { ...settings, ...given } as Partial<SpendSettings>;
    },
    all,
    // None of the platforms tells of a campaign on a day on which it did nothing.
    between: (first, last) =>
      all().filter(
        ({ date, impressions, micros }) =>
          date >= first && date <= last && (impressions > 0 || micros !== '0'),
      ),
    settings: (account) => ({ ...account, ...settings }),
    forget() {
      figures = new Map();
      settings = {};
    },
  };
}

function isMeant(figure: SpendFigure, { date, campaignId }: NonNullable<SpendChange['remove']>): boolean {
  return (
    (date === undefined || figure.date === date) &&
    (campaignId === undefined || figure.campaignId === campaignId)
  );
}
