import type { Temporal as TemporalTypes } from 'temporal-polyfill';

const runtime = globalThis as { Temporal?: typeof TemporalTypes };

/** Node 26 has Temporal; Node 24 gets it from a polyfill. */
export const Temporal: typeof TemporalTypes =
  runtime.Temporal ?? (await import('temporal-polyfill')).Temporal;
export type { Temporal as TemporalTypes } from 'temporal-polyfill';
