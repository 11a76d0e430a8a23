import { DIMENSIONS } from '@cvq/contract';

export type Days = { readonly project: string; readonly from: string; readonly to: string };

/** What the old collector was asked: the name of each question, and its address. */
export function questionsAbout({ project, from, to }: Days): readonly (readonly [string, string])[] {
  const about = `project=${project}&start_date=${from}&end_date=${to}`;
  const analytics = (operation: string, more = '') => `/v1/analytics/${operation}?${about}${more}`;
  const withBots = ['excluded', 'included'].flatMap((bots) => [
    [`overview ${bots}`, analytics('overview', `&bots=${bots}`)] as const,
    [`day ${bots}`, analytics('timeseries', `&bots=${bots}`)] as const,
    ...DIMENSIONS.map(
      (dimension) =>
        [
          `${dimension} ${bots}`,
          analytics('breakdown', `&dimension=${dimension}&limit=1000&bots=${bots}`),
        ] as const,
    ),
  ]);
  const pages = [0, 200, 400, 600].map(
    (offset) => [`conversions ${offset}`, `/v1/conversions?${about}&limit=200&offset=${offset}`] as const,
  );
  return [
    ...withBots,
    ['funnel', analytics('funnel', '&event_types=pageview,add_to_cart,purchase')],
    ['bots', analytics('bots')],
    ...pages,
    ['filter', analytics('overview', '&filter=source:is:news&filter=page:contains:/p1')],
  ];
}
