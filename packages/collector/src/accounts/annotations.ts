import { MAX_ANNOTATION_LENGTH } from '@cvq/contract';
import type { AnnotationRecord } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, personOf } from './actor.ts';
import { audited } from './audited.ts';
import { parseLine } from './fields.ts';
import { unknown } from './look-up.ts';
import { Refused } from './refused.ts';
import { requireMemberOf } from './require-member-of.ts';

/** So many are shown and listed at once. */
export const MAX_ANNOTATIONS = 1000;

type Written = { readonly project: string; readonly date: string; readonly text: string };

/**
 * Write a note at a day of a project. Members and above may.
 * @throws Refused
 */
export async function addAnnotation(deps: AccountDeps, given: Written): Promise<AnnotationRecord> {
  const { project, date: day } = given;
  const text = parseLine('text', given.text, MAX_ANNOTATION_LENGTH);
  const { accountId } = await requireMemberOf(deps, project);
  const id = `ann_${randomBase62(12)}`;
  const annotation = { id, project, day, text, createdBy: personOf(deps), createdAt: deps.now() };
  await audited(deps, {
    action: 'add_annotation',
    account: accountId,
    project,
    subject: id,
    name: text,
    async make() {
      if (!(await deps.control.addAnnotation(annotation, MAX_ANNOTATIONS))) throw tooManyAnnotations();
    },
    told: () => ({ after: { date: day, text } }),
  });
  return annotation;
}

/**
 * Put another day and text in place of those of an annotation.
 * @throws Refused
 */
export async function changeAnnotation(
  deps: AccountDeps,
  { id, project, date: day, ...given }: Written & { readonly id: string },
): Promise<Pick<AnnotationRecord, 'id' | 'day' | 'text'>> {
  const text = parseLine('text', given.text, MAX_ANNOTATION_LENGTH);
  const { accountId } = await requireMemberOf(deps, project);
  const before = await findAnnotation(deps, { id, project });
  const changed = { id, project, day, text };
  await audited(deps, {
    action: 'change_annotation',
    account: accountId,
    project,
    subject: id,
    name: text,
    before: { date: before.day, text: before.text },
    async make() {
      if (!(await deps.control.changeAnnotation(changed))) throw unknownAnnotation(id);
    },
    told: () => ({ after: { date: day, text } }),
  });
  return changed;
}

/** @throws Refused */
export async function removeAnnotation(
  deps: AccountDeps,
  { id, project }: { readonly id: string; readonly project: string },
): Promise<void> {
  const { accountId } = await requireMemberOf(deps, project);
  const { day, text } = await findAnnotation(deps, { id, project });
  await audited(deps, {
    action: 'remove_annotation',
    account: accountId,
    project,
    subject: id,
    name: text,
    before: { date: day, text },
    async make() {
      if (!(await deps.control.removeAnnotation(project, id))) throw unknownAnnotation(id);
    },
  });
}

async function findAnnotation(
  { control }: AccountDeps,
  { id, project }: { readonly id: string; readonly project: string },
): Promise<Pick<AnnotationRecord, 'day' | 'text'>> {
  const found = (await control.listAnnotations(project)).find((annotation) => annotation.id === id);
  if (found === undefined) throw unknownAnnotation(id);
  return found;
}

function tooManyAnnotations(): Refused {
  return new Refused('conflict', {
    field: 'project',
    problem: `A project has at most ${MAX_ANNOTATIONS} annotations.`,
    fix: 'Remove others first.',
  });
}

function unknownAnnotation(id: string): Refused {
  return unknown('annotation', `Unknown annotation: ${id}.`);
}
