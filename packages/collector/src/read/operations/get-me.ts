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
  tool: {
    description: 'Name, scopes and projects of this connection: for when a call was refused.',
    more: 'Ask list_projects, and go on with offset.',
  },
  async run({ caller, reach }) {
    return {
      data: {
        name: caller.name,
        scopes: [...caller.scopes],
        projects: reach.map(({ id, name, domain, role }) => ({ id, name, domain, role })),
      },
    };
  },
});
