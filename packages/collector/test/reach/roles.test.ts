import { ROLES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { requireRole } from '../../src/access/requirements.ts';
import { ApiError } from '../../src/errors/api-error.ts';

function refusalOf(writes: boolean, role: (typeof ROLES)[number] | null): ApiError | null {
  try {
    requireRole({ writes }, role);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  }
}

describe('roles (Roles)', () => {
  it('41: a Viewer’s write answers read_only_role, without a challenge', () => {
    const refusal = refusalOf(true, 'viewer');
    expect(refusal).toMatchObject({ code: 'read_only_role', status: 403, headers: {} });
  });

  it.each(ROLES.filter((role) => role !== 'viewer'))('41: a write of the role %s passes', (role) => {
    expect(refusalOf(true, role)).toBeNull();
  });

  it.each([...ROLES, null])('whoever reads passes, as %s', (role) => {
    expect(refusalOf(false, role)).toBeNull();
  });

  it('a key has no role, so that its scopes alone decide', () => {
    expect(refusalOf(true, null)).toBeNull();
  });
});
