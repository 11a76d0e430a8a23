import { z } from 'zod';
import { DIMENSIONS, MAX_EVENT_TYPE_LENGTH } from '../constants.ts';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { ComparedPeriod, ComparisonQuery } from './comparison.ts';
import { dimensionName } from './dimension-name.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';
import { wholeNumber } from './whole-number.ts';

/** Steps of a funnel: at least and at most so many event types. */
export const FUNNEL_STEPS = { min: 2, max: 10 } as const;
/** Days that a funnel may take from its first step to its last. */
export const FUNNEL_WINDOW_DAYS = { min: 1, max: 400, default: 30 } as const;

const NUMBER_OF_STEPS = `must name ${FUNNEL_STEPS.min} to ${FUNNEL_STEPS.max} event types`;
const LENGTH_OF_TYPE = `must have 1 to ${MAX_EVENT_TYPE_LENGTH} characters`;

/** Into how many values of a dimension a funnel may be divided: each of them is a funnel of its own. */
const FUNNEL_ROWS = { min: 1, max: 20 } as const;

/** Of a list, or of text with commas between. Types are read as they are stored: without blanks around them. */
export const FunnelEventTypes = z.preprocess(
  (given) => (typeof given === 'string' ? given.split(',') : given),
  z
    .array(z.string().trim().min(1, LENGTH_OF_TYPE).max(MAX_EVENT_TYPE_LENGTH, LENGTH_OF_TYPE), {
      error: ({ input }) =>
        input === undefined ? 'is required: event types with commas between, in their order' : undefined,
    })
    .min(FUNNEL_STEPS.min, NUMBER_OF_STEPS)
    .max(FUNNEL_STEPS.max, NUMBER_OF_STEPS)
    .refine((types) => firstRepeated(types) === undefined, {
      error: ({ input }) => `names ${JSON.stringify(firstRepeated(input as string[]))} twice`,
    }),
);

function firstRepeated(types: readonly string[]): string | undefined {
  return types.find((type, index) => type !== '' && types.indexOf(type) !== index);
}

export const FunnelQuery = z.strictObject({
  ...RangeQuery.shape,
  ...ComparisonQuery.shape,
  event_types: FunnelEventTypes.describe(
    'Event types with commas between, in the order of the steps. No type twice.',
  ).register(ARGUMENT_RULES, { late: 'invalid_request', inQuery: 'commas' }),
  window_days: wholeNumber(FUNNEL_WINDOW_DAYS.min, FUNNEL_WINDOW_DAYS.max)
    .describe(
      `Within how many days of the first step all others must happen; ${FUNNEL_WINDOW_DAYS.default} if left out.`,
    )
    .optional(),
  scope: z
    .enum(['visitor', 'session'])
    .describe('Who takes the steps: a visitor, over all sessions, or a session.')
    .optional(),
  dimension: dimensionName('one of details.supported')
    .meta({ enum: [...DIMENSIONS] })
    .describe('What to divide by: the same funnel for each value that most at its first step have.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'unsupported_dimension' }),
  limit: wholeNumber(FUNNEL_ROWS.min, FUNNEL_ROWS.max)
    .describe('Into how many values to divide, where a dimension is named; 5 if left out.')
    .optional(),
});
export type FunnelQuery = z.infer<typeof FunnelQuery>;

/** Rates are fractions of one; null where nobody took the step that they are of. */
export const FunnelStep = z.object({
  step: z.int(),
  event_type: z.string(),
  count: z.int(),
  rate_from_previous: z.number().nullable(),
  rate_from_first: z.number().nullable(),
  /** Who took the step before and not this one. */
  dropped: z.int(),
  median_seconds_from_previous: z.number().nullable(),
});

/** Of whom a funnel is about: how far they got. */
const FunnelProgress = z.object({
  steps: z.array(FunnelStep),
  overall_conversion_rate: z.number().nullable().describe('The last step / the first, a fraction of 1.'),
});

/** Answer to `GET /v1/analytics/funnel`. */
export const FunnelResponse = z.object({
  data: z.object({
    scope: z.enum(['visitor', 'session']),
    window_days: z.int(),
    ...FunnelProgress.shape,
    types_without_events: z
      .array(z.string())
      .optional()
      .describe(
        'Types of steps of which the range has no event of anybody: misspelt, or not yet sent. Else absent.',
      ),
    comparison: z
      .object({ ...ComparedPeriod.shape, ...FunnelProgress.shape })
      .optional()
      .describe('The same funnel in an earlier period. Absent unless one was asked for.'),
    breakdown: z
      .object({
        dimension: z.string(),
        total_rows: z.int().describe('How many values there are in all.'),
        rows: z.array(z.object({ value: z.string(), ...FunnelProgress.shape })),
      })
      .optional()
      .describe(
        'The same funnel for each value, as a filter by it would answer: who has several counts under each. Absent without dimension.',
      ),
  }),
  meta: Meta,
});
export type FunnelResponse = z.infer<typeof FunnelResponse>;
