import type { ProjectRecord } from '@cvq/storage';
import { TrackRefused } from '../errors/track-refused.ts';
import type { Projects } from './find-project.ts';

/** The project that a server key named, unless it is gone since. */
export function knownProject(id: string | null, projects: Projects): ProjectRecord {
  const project = id === null ? null : projects.find(id);
  if (project === null) throw new TrackRefused('unauthenticated', 'The project of this key was deleted.');
  return project;
}
