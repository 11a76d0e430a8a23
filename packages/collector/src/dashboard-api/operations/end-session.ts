import { DONE, DoneResponse, SessionParams } from '@cvq/contract';
import { ApiError } from '../../errors/api-error.ts';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';

export const endSession = defineDashboardOperation({
  name: 'end_session',
  tag: 'You',
  method: 'DELETE',
  path: '/sessions/{session}',
  summary: 'Sign out of one browser',
  description: 'A session of the person ends. One of another person is not found.',
  who: 'signed_in',
  stepUp: false,
  params: SessionParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args, browser }, deps) {
    const { control } = deps;
    const own = await control.listSessions(by.session.userId);
    if (!own.some(({ id }) => id === args.session))
      throw new ApiError('not_found', 'There is no such session.');
    await auditedSelf(
      by.kind === 'person' ? by.user : null,
      { action: 'end_session', subject: args.session, make: () => control.endSession(args.session) },
      deps,
    );
    if (args.session === by.session.id) browser.keep('session', null);
    return DONE;
  },
});
