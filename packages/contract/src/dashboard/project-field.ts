import { z } from 'zod';

/** Which project, in the path. */
export const project = z.string().describe('proj_…');
