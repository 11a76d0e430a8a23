import type { SpendResponse } from '@cvq/contract';

/** What is told of spend where something is known of it. */
export type ToldSpend = Extract<SpendResponse['data'], { available: true }>;

/** What is told where nothing is. */
export type UntoldSpend = Extract<SpendResponse['data'], { available: false }>;
