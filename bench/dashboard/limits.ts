/** What the dashboard may cost. `isExact`: the same on every machine, so that a miss ends the bench with 1. */
export type Limit = {
  readonly name: string;
  readonly unit: 'B' | 'ms' | '';
  readonly limit: number;
  /** As measured of the prototype, before the product was built; null where it was not. */
  readonly prototype: string | null;
  readonly isExact: boolean;
};

export const LIMITS = {
  codeBytes: exact('Script and style of the first load', 'B', 30_720, '26,214'),
  fontBytes: exact('Font', 'B', 14_848, '14,848'),
  requests: exact('Requests to the first figures', '', 5, '6'),
  elements: exact('Elements of the Overview', '', 1200, '1,011'),
  layoutShift: exact('Cumulative layout shift', '', 0, '0'),
  firstPaint: onTheClock('First paint', 200, '216'),
  firstFigures: onTheClock('First figures', 500, '366'),
  longestTask: onTheClock('Longest task', 100, '95'),
  choosingMeasure: onTheClock('Choosing a measure', 50, '51 to 75'),
  choosingRange: onTheClock('Choosing a range, warm', 100, null),
  choosingFilter: onTheClock('Choosing a filter, warm', 100, null),
} as const satisfies Readonly<Record<string, Limit>>;

export type Figures = Readonly<Record<keyof typeof LIMITS, number>>;

function exact(name: string, unit: 'B' | '', limit: number, prototype: string): Limit {
  return { name, unit, limit, prototype, isExact: true };
}

function onTheClock(name: string, limit: number, prototype: string | null): Limit {
  return { name, unit: 'ms', limit, prototype, isExact: false };
}
