import type { Scope, SpendFields } from '@cvq/contract';

const UNAVAILABLE = {
  ad_spend: null,
  ad_impressions: null,
  ad_clicks: null,
  cost_per_click: null,
  cost_per_conversion: null,
  roas: null,
} as const satisfies SpendFields;

type SpendReason = Pick<SpendFields, 'spend_omitted_reason' | 'spend_unavailable_reason'>;

/** Spend beside the measures: absent for who may not see it, null where there is nothing to see. */
export function spendFields(scopes: readonly Scope[]): { fields: SpendFields; reason: SpendReason } {
  if (!scopes.includes('spend:read')) {
    return { fields: {}, reason: { spend_omitted_reason: 'missing_scope:spend:read' } };
  }
  return { fields: UNAVAILABLE, reason: { spend_unavailable_reason: 'no_ad_platform_integration' } };
}
