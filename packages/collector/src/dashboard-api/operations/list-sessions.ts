import { ListSessionsResponse } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { hasEnded } from '../session/session-times.ts';

export const listSessions = defineDashboardOperation({
  name: 'list_sessions',
  tag: 'You',
  method: 'GET',
  path: '/sessions',
  summary: 'Where the person is signed in',
  description: 'Each session with its browser and network, the newest first.',
  who: 'signed_in',
  stepUp: false,
  response: ListSessionsResponse,
  async run({ by }, { control, now }) {
    const sessions = await control.listSessions(by.session.userId);
    return {
      data: sessions
        .filter((session) => !hasEnded(session, now()))
        .map(({ id, createdAt, lastSeenAt, network, browser }) => ({
          id,
          is_current: id === by.session.id,
          network,
          browser,
          created_at: new Date(createdAt).toISOString(),
          last_seen_at: new Date(lastSeenAt).toISOString(),
        })),
    };
  },
});
