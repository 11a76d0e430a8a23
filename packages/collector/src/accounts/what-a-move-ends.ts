import type { ListedKey, Member } from '@cvq/storage';
import type { AccountDeps } from './actor.ts';
import { keyState } from './keys.ts';

/** What becomes of a project's keys and people when it is moved to another account. */
export type MoveEnds = {
  /** Server keys that write into it no more. */
  readonly serverKeys: readonly ListedKey[];
  /** How many open invitations to it are withdrawn. */
  readonly invitations: number;
  /** Members of the project itself, who stay. */
  readonly staying: readonly Member[];
};

/** What a move of a project ends, before it is made. It is for whoever may make it. */
export async function whatAMoveEnds({ control, now }: AccountDeps, project: string): Promise<MoveEnds> {
  const accountId = (await control.findProject(project))?.accountId;
  const keys = accountId === undefined ? [] : await control.listKeys({ accountId });
  const isOf = (place: Member['place'] | undefined) =>
    place !== undefined && 'projectId' in place && place.projectId === project;
  return {
    serverKeys: keys.filter(
      (key) => key.kind === 'server' && key.projects.includes(project) && keyState(key, now()) === 'active',
    ),
    invitations: (await control.listInvitations(now())).filter(({ invited }) => isOf(invited?.place)).length,
    staying: (await control.listMembers()).filter(({ place }) => isOf(place)),
  };
}
