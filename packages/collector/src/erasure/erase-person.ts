import type { ErasedBy, ErasureRequest } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import { randomBase62 } from '../keys/token.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { type ErasureTotals, isNobody, totalsOf } from './erasure-totals.ts';
import type { ErasureWork, Looked } from './erasure-work.ts';
import { type NamedPerson, parseNamedPerson } from './named-person.ts';
import { TeamTexts } from './team-texts.ts';

export type EraseDeps = AccountDeps & {
  readonly work: Pick<ErasureWork, 'names' | 'preview'>;
  /** Seals whom an erasure is about, until it is finished. */
  readonly sealer: Pick<Sealer, 'seal'>;
};

/** By what somebody was named, in words that name nobody. */
const NAMED: Readonly<Record<ErasedBy, string>> = {
  user_id: 'a user id',
  email: 'an e-mail address',
  visitor_id: 'a visitor id',
};

type Asked = { readonly project: string; readonly person: NamedPerson };

/** What would go, null where nothing in the project is of anybody of that id, and what could not be looked into. */
type Previewed = { readonly totals: ErasureTotals | null } & Pick<Looked, 'unreadable'>;

/**
 * What an erasure would take. Admins and owners may ask.
 * @throws Refused
 */
export async function previewErasure(deps: EraseDeps, asked: Asked): Promise<Previewed> {
  const person = parseNamedPerson(asked.person);
  const project = await requireProjectRole(deps, asked.project, 'admin');
  const ids = await deps.work.names(project.id, person);
  const texts = await new TeamTexts(deps.control, { project: project.id, ids }).count();
  const { counts, unreadable } = await deps.work.preview(project.id, person);
  const totals = totalsOf(counts, texts);
  return { totals: isNobody(totals) ? null : totals, unreadable };
}

/**
 * Has a person of a project erased, as soon as those are done that were asked for before. It cannot be called back.
 * Admins and owners may.
 * @throws Refused
 */
export async function erasePerson(deps: EraseDeps, asked: Asked): Promise<ErasureRequest> {
  const { by, value } = parseNamedPerson(asked.person);
  const { id: projectId, accountId } = await requireProjectRole(deps, asked.project, 'admin');
  const request = { id: `era_${randomBase62(16)}`, projectId, by, requestedAt: deps.now() };
  await audited(deps, {
    action: 'erase_person',
    account: accountId,
    project: projectId,
    subject: request.id,
    name: NAMED[by],
    make: () => deps.control.addErasure({ ...request, sealed: deps.sealer.seal(value) }),
    told: () => ({ after: { named_by: by } }),
  });
  return { ...request, finishedAt: null, receipt: null, attempts: 0 };
}

/** So many are listed. */
const MOST = 100;

/**
 * The erasures of a project, the newest first. Everybody who sees the project may ask.
 * @throws Refused
 */
export async function listErasures(deps: AccountDeps, project: string): Promise<ErasureRequest[]> {
  await requireProjectRole(deps, project, 'viewer');
  return deps.control.listErasures(project, MOST);
}
