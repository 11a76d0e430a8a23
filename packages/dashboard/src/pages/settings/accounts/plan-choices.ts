import type { PlanCode } from '@cvq/contract';
import { computed } from '@preact/signals';
import { accounts } from '../../../ask/accounts.ts';

/** The plans, from the least to the most, with what tells them apart. */
export const planChoices = computed((): readonly (readonly [code: PlanCode, words: string])[] =>
  (accounts.answer.value?.meta.plans ?? []).map(({ code, keys, agency_wide_keys: areAgencyWide }) => [
    code,
    `${code}: ${keys} keys${areAgencyWide ? ', agency-wide ones too' : ''}`,
  ]),
);
