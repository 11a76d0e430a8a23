import type { PlanCode } from '@cvq/contract';
import { ROLES } from '@cvq/contract/roles';
import { LRUCache } from 'lru-cache';
import type { Reach, ReachedProject, Subject } from '../../control/reach.ts';
import type { Connection } from '../open-database.ts';
import { accountsOfKey } from './accounts-of-key.ts';
import type { ControlChanges } from './changes.ts';
import { PROJECT_COLUMNS, type ProjectRow, toProject } from './projects.ts';

/** That an account is in good standing. What is suspended neither reaches nor is reached. */
const live = (id: string) =>
  `EXISTS (SELECT 1 FROM accounts AS standing WHERE standing.id = ${id} AND suspended_at IS NULL)`;

/** The rank of a role, so that the highest of several is their maximum. */
const RANK = `CASE role ${ROLES.map((role, rank) => `WHEN '${role}' THEN ${rank}`).join(' ')} END`;
const HIGHEST_RANK = ROLES.length - 1;

const ofKey = (which: string) => `
  SELECT ${PROJECT_COLUMNS}, NULL AS rank FROM api_keys AS asking
  JOIN projects ON ${which} AND projects.deleted_at IS NULL AND projects.account_id IN (${accountsOfKey('asking')})
  WHERE asking.id = :keyId AND ${live('asking.account_id')} AND ${live('projects.account_id')}
    AND (all_projects = 1
      OR EXISTS (SELECT 1 FROM api_key_projects WHERE key_id = asking.id AND project_id = projects.id))
  ORDER BY projects.created_at, projects.id`;

const OF_ACCOUNT = `
  WITH owners AS (
    SELECT :accountId AS id
    UNION
    SELECT client_id FROM agency_clients WHERE agency_id = :accountId AND status = 'active'
  )
  SELECT ${PROJECT_COLUMNS}, NULL AS rank FROM owners
  JOIN projects ON projects.account_id = owners.id AND projects.deleted_at IS NULL
  WHERE ${live('owners.id')} AND ${live(':accountId')}
  ORDER BY projects.created_at, projects.id`;

const OF_DEMO = `
  SELECT ${PROJECT_COLUMNS}, ${HIGHEST_RANK} AS rank FROM projects
  WHERE projects.id = :projectId AND projects.deleted_at IS NULL AND ${live('projects.account_id')}`;

/** `via`: the account by which a project is reached; null where somebody is a member of the project itself. */
const REACHED_BY_PERSON = `
  WITH
    asking AS (SELECT id, is_superadmin FROM users WHERE id = :userId AND disabled_at IS NULL),
    memberships AS (
      SELECT account_members.*, ${RANK} AS rank FROM asking
      JOIN account_members ON user_id = asking.id AND ${live('account_id')}
    ),
    -- Whole accounts. A member who is restricted to clients sees those and not the agency itself.
    owners(id, rank, via) AS (
      SELECT account_id, rank, account_id FROM memberships WHERE is_restricted = 0
      UNION ALL
      SELECT agency_clients.client_id, rank, account_id FROM memberships
      JOIN agency_clients ON agency_id = account_id AND status = 'active'
      WHERE is_restricted = 0 OR EXISTS (
        SELECT 1 FROM account_member_clients AS allowed
        WHERE allowed.user_id = memberships.user_id AND allowed.account_id = memberships.account_id
          AND allowed.client_id = agency_clients.client_id)
      UNION ALL
      SELECT accounts.id, ${HIGHEST_RANK}, accounts.id FROM asking, accounts
      WHERE is_superadmin = 1 AND :asSuperadmin = 1
    ),
    reached(id, rank, via) AS (
      SELECT projects.id, rank, via FROM owners JOIN projects ON projects.account_id = owners.id
      UNION ALL
      SELECT project_id, ${RANK}, NULL FROM asking JOIN project_members ON user_id = asking.id
    )`;

const IN_REACH = `
  JOIN projects ON projects.id = reached.id AND projects.deleted_at IS NULL AND ${live('projects.account_id')}
    AND (:allProjects = 1 OR projects.id IN (SELECT value FROM json_each(:projects)))`;

const OF_PERSON = `
  ${REACHED_BY_PERSON}
  SELECT ${PROJECT_COLUMNS}, max(rank) AS rank FROM reached ${IN_REACH}
  GROUP BY projects.id
  ORDER BY projects.created_at, projects.id`;

const PLANS_OF_PERSON = `
  ${REACHED_BY_PERSON}
  SELECT DISTINCT accounts.plan FROM reached ${IN_REACH}
  JOIN accounts ON accounts.id IN (projects.account_id, via)`;

type Row = ProjectRow & { readonly rank: number | null };

/**
 * What is kept of projects that keys reach takes this at most, about: those of some thousand keys and projects, or of
 * fewer large ones.
 */
const KEPT_BYTES = 2 ** 22;

/** The visibility rule, once, as one query for each kind of subject. */
export function controlReach(db: Connection, changes: Pick<ControlChanges, 'look' | 'onLook'>): Reach {
  const allOfKey = db.prepare(ofKey('TRUE'));
  const oneOfKey = db.prepare(ofKey('projects.id = :project'));
  const ofAccount = db.prepare(OF_ACCOUNT);
  const ofDemo = db.prepare(OF_DEMO);
  const ofPerson = db.prepare(OF_PERSON);
  const plansOfPerson = db.prepare(PLANS_OF_PERSON).pluck();

  function rowsOf(subject: Subject): Row[] {
    if (subject.kind === 'key') return allOfKey.all({ keyId: subject.keyId }) as Row[];
    if (subject.kind === 'account') return ofAccount.all({ accountId: subject.accountId }) as Row[];
    if (subject.kind === 'demo') return ofDemo.all({ projectId: subject.projectId }) as Row[];
    return ofPerson.all(namesOf(subject)) as Row[];
  }

  // What is out of reach is not kept: whoever has a key may ask for any project.
  const keptOfKeys = new LRUCache<string, ReachedProject>({ maxSize: KEPT_BYTES });
  changes.onLook(() => keptOfKeys.clear());

  /** A key may reach a thousand projects, of which each request names one. What is kept is as of now. */
  function oneReachedBy(keyId: string, project: string): ReachedProject[] {
    changes.look();
    // No id of a key has a space.
    const asked = `${keyId} ${project}`;
    const kept = keptOfKeys.get(asked);
    if (kept !== undefined) return [kept];
    const row = oneOfKey.get({ keyId, project }) as Row | undefined;
    if (row === undefined) return [];
    const reached = toReached(row);
    keptOfKeys.set(asked, reached, { size: bytesOf(row) });
    return [reached];
  }

  return {
    async reach(subject, project) {
      if (subject.kind === 'key' && project !== undefined) return oneReachedBy(subject.keyId, project);
      const reached = rowsOf(subject).map(toReached);
      return project === undefined ? reached : reached.filter(({ id }) => id === project);
    },
    plansReached: async (subject) => plansOfPerson.all(namesOf(subject)) as PlanCode[],
  };
}

function namesOf({ userId, projects, asSuperadmin }: Extract<Subject, { kind: 'person' }>) {
  return {
    userId,
    asSuperadmin: asSuperadmin ? 1 : 0,
    allProjects: projects === 'all' ? 1 : 0,
    projects: JSON.stringify(projects === 'all' ? [] : projects),
  };
}

/** About what it takes in memory, at most. Of lists of short names most is the list itself. */
function bytesOf({ id, name, domain, hosts, redactedNames }: Row): number {
  const inLists = (hosts?.length ?? 0) + (redactedNames?.length ?? 0);
  return 1000 + 2 * (id.length + name.length + domain.length) + 8 * inLists;
}

function toReached({ rank, ...row }: Row): ReachedProject {
  return { ...toProject(row), role: rank === null ? null : (ROLES[rank] ?? null) };
}
