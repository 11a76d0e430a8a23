import type { Operation } from '../read/operation.ts';
import { operations } from '../read/operations.ts';
import { findValues } from './questions/find-values.ts';
import { getDashboardOverview } from './questions/get-dashboard-overview.ts';
import { listBotRules } from './questions/list-bot-rules.ts';
import { previewBotRule } from './questions/preview-bot-rule.ts';

/** Questions that only the dashboard asks, in the form of operations of the read API. */
const OWN: readonly Operation[] = [getDashboardOverview, findValues, listBotRules, previewBotRule];

/**
 * What the dashboard asks about projects: everything that a program may ask by the read API, and its own. All of it runs as
 * the person, by the same rules. `get_me` is about a key, and the dashboard has its own.
 */
export const questions: readonly Operation[] = [
  ...operations.filter(({ name }) => name !== 'get_me'),
  ...OWN,
];
