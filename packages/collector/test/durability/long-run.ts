/** How often to repeat: a few times in `npm test`, many times by the commands that `bench/durability` holds. */
export function repetitions(name: Repeated, usual: number): number {
  return Number(process.env[`TEST_${name}`] ?? usual);
}

type Repeated =
  | 'KILLS'
  | 'POWER_CUTS'
  | 'FUZZED_BODIES'
  | 'WEBHOOK_DELIVERIES'
  | 'WEBHOOK_KILLS'
  | 'AD_CONVERSIONS'
  | 'AD_KILLS'
  | 'AD_SERVE_CONVERSIONS'
  | 'AD_SERVE_KILLS'
  | 'ROTATION_KILLS';

/** What decides where the knife falls. Printed with the result, so that a run can be repeated. */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_121);

/** Figures of a long run, for the one who started it; nothing in `npm test`. */
export function tell(what: string, figures: Readonly<Record<string, unknown>>): void {
  if (process.env.TEST_LONG === '1') process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}

/** A bound on the whole: reached only when something hangs. */
export const boundMs = (count: number, eachMs: number) => 120_000 + count * eachMs;
