/** A value that stood in an answer of the old collector and does not stand in the present one, or the reverse. */
export type Difference = {
  readonly question: string;
  /** Where in the answer, such as `data[3].counted`. */
  readonly path: string;
  readonly before: unknown;
  readonly now: unknown;
};

type Wish = { readonly because: string; readonly is: (difference: Difference) => boolean };

/** What is meant to be answered otherwise than before. Whatever is not listed here must be answered as it was. */
export const WISHED: readonly Wish[] = [
  {
    because: 'The old collector answered false for every conversion, also for those with user data.',
    is: ({ path, before }) => path.endsWith('.has_user_data') && before === false,
  },
  {
    because: 'The old collector did not tell the id of a campaign, and stored none.',
    is: ({ path, before, now }) =>
      path.endsWith('.attribution.campaign_id') && before === undefined && now === null,
  },
  {
    because: 'The old collector had no cursor behind a page of conversions.',
    is: ({ path, before }) => path.endsWith('.meta.next_cursor') && before === undefined,
  },
  {
    because:
      'The old collector did not say that days are not over, or that nothing was measured before the first event.',
    is: ({ path, before }) => path.endsWith('.meta.range_warnings') && before === undefined,
  },
  {
    because: 'The old collector did not say why rows of single events have no rates.',
    is: ({ path, before }) => path.endsWith('.rates_unavailable_reason') && before === undefined,
  },
];
