import { PLAN_CODES, type PlanCode } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { requirePlanOf } from '../../src/access/requirements.ts';
import { operations } from '../../src/read/operations.ts';

function refusalOf(needed: PlanCode, plan: PlanCode): unknown {
  try {
    requirePlanOf({ name: 'get_funnel', plan: needed }, { plan }, () => 'https://cvq.example');
    return null;
  } catch (error) {
    return error;
  }
}

describe('an operation and the plan of its caller', () => {
  it.each(PLAN_CODES)('the plan %s has every operation', (plan) => {
    for (const operation of operations) {
      expect(() => requirePlanOf(operation, { plan }, () => 'https://cvq.example')).not.toThrow();
    }
  });

  it('a plan has what comes with it or with a lesser one, and nothing that comes with a higher one', () => {
    const order = PLAN_CODES.flatMap((needed, least) =>
      PLAN_CODES.map((plan, has) => ({ needed, plan, passes: has >= least })),
    );
    for (const { needed, plan, passes } of order) {
      expect([needed, plan, refusalOf(needed, plan) === null]).toEqual([needed, plan, passes]);
    }
  });

  it('a lesser plan answers plan_required, names the plan that has it and the page about plans', () => {
    expect(refusalOf('scale', 'starter')).toMatchObject({
      code: 'plan_required',
      status: 403,
      message: 'The plan starter does not include get_funnel. It needs the plan scale.',
      details: { upgrade_url: 'https://cvq.example/billing' },
    });
  });
});
