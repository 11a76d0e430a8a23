import type { ClientRelationship } from '@cvq/contract';
import type { AgencyClient, ControlStore } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';

type Deps = Pick<ControlStore, 'findAccount' | 'listProjects'>;

/** A relationship as one of its two accounts sees it: before a client has accepted, its agency knows the id alone. */
export async function clientRelationshipJson(
  relationship: AgencyClient,
  { seenBy, control }: { readonly seenBy: string; readonly control: Deps },
): Promise<ClientRelationship> {
  const { agencyId, clientId, status, createdAt, startedAt, endedAt } = relationship;
  const [agency, client] = [await control.findAccount(agencyId), await control.findAccount(clientId)];
  const isKnown = startedAt !== null || seenBy === clientId;
  const projects = (await control.listProjects()).filter(({ accountId }) => accountId === clientId);
  return {
    agency: { id: agencyId, name: agency?.name ?? agencyId },
    client: {
      id: clientId,
      name: isKnown ? (client?.name ?? clientId) : null,
      projects: status === 'active' ? projects.length : null,
    },
    status,
    invited_at: toIso(createdAt),
    started_at: isoOrNull(startedAt),
    ended_at: isoOrNull(endedAt),
  };
}

const toIso = (at: number) => new Date(at).toISOString();
