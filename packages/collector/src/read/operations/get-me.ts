import { MeQuery, MeResponse } from '@cvq/contract';
import { defineCredentialOperation } from '../operation.ts';

export const getMe = defineCredentialOperation({
  name: 'get_me',
  tag: 'Projects',
  method: 'GET',
  path: '/v1/me',
  summary: 'The credential',
  description: 'What the credential is called, what it may do, and which projects it can reach.',
  scopes: [],
  plan: 'starter',
  writes: false,
  about: 'credential',
  query: MeQuery,
  response: MeResponse,
  example: '',
  async run({ caller, reach }) {
    return {
      data: {
        name: caller.name,
        scopes: [...caller.scopes],
        projects: reach.map(({ id, name, domain }) => ({ id, name, domain })),
      },
    };
  },
});
