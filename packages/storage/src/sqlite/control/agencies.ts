import type { Agencies, AgencyClient } from '../../control/agencies.ts';
import type { Connection } from '../open-database.ts';
import { accessEndings } from './access-endings.ts';

const SELECT = `
  SELECT id, agency_id AS agencyId, client_id AS clientId, status, created_at AS createdAt,
    started_at AS startedAt, ended_at AS endedAt
  FROM agency_clients`;

/** Which agencies work for which clients. */
export function controlAgencies(db: Connection): Agencies {
  const invite = db.prepare(`
    INSERT INTO agency_clients (id, agency_id, client_id, status, created_at)
    VALUES (:id, :agencyId, :clientId, 'invited', :at)
    ON CONFLICT (agency_id, client_id) WHERE status <> 'ended' DO NOTHING`);
  const accept = db.prepare(`
    UPDATE agency_clients SET status = 'active', started_at = :at
    WHERE agency_id = :agencyId AND client_id = :clientId AND status = 'invited'`);
  const end = db.prepare(`
    UPDATE agency_clients SET status = 'ended', ended_at = :at
    WHERE agency_id = :agencyId AND client_id = :clientId AND status <> 'ended'`);
  const access = accessEndings(db);
  const endIn = db.transaction((pair: { agencyId: string; clientId: string }, at: number) => {
    access.clientEnded(pair);
    return end.run({ ...pair, at }).changes === 1;
  });
  const latest = db.prepare(`
    ${SELECT} WHERE agency_id = :agencyId AND client_id = :clientId
    ORDER BY status = 'ended', created_at DESC, rowid DESC LIMIT 1`);
  const all = db.prepare(`${SELECT} ORDER BY created_at, rowid`);
  return {
    inviteClient: async (invitation, at) => invite.run({ ...invitation, at }).changes === 1,
    acceptClient: async ({ agencyId, clientId }, at) => accept.run({ agencyId, clientId, at }).changes === 1,
    endClient: async ({ agencyId, clientId }, at) => endIn.immediate({ agencyId, clientId }, at),
    findClient: async ({ agencyId, clientId }) =>
      (latest.get({ agencyId, clientId }) as AgencyClient | undefined) ?? null,
    listClients: async () => all.all() as AgencyClient[],
  };
}
