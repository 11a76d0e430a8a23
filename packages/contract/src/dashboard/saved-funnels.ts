import { z } from 'zod';
import { FUNNEL_WINDOW_DAYS, FunnelQuery } from '../read/funnel.ts';
import { project } from './project-field.ts';

export const SaveFunnelParams = z.strictObject({ project });
export const SavedFunnelParams = z.strictObject({ project, funnel: z.string().describe('fun_…') });

const { event_types, scope, window_days } = FunnelQuery.shape;

/** A funnel as somebody saves it, whole. */
export const SaveFunnelBody = z.strictObject({
  name: z
    .string()
    .describe('What people are to call it. A funnel of this name gets these steps instead of its own.'),
  event_types,
  scope,
  window_days,
});

const SavedFunnelJson = z.object({
  id: z.string().describe('fun_…'),
  name: z.string(),
  event_types: z.array(z.string()).describe('In the order of the steps.'),
  scope: z.enum(['visitor', 'session']),
  window_days: z.int().describe(`From ${FUNNEL_WINDOW_DAYS.min} to ${FUNNEL_WINDOW_DAYS.max}.`),
});
export type SavedFunnelJson = z.infer<typeof SavedFunnelJson>;

export const SavedFunnelResponse = z.object({ data: SavedFunnelJson });
export type SavedFunnelResponse = z.infer<typeof SavedFunnelResponse>;

/** The funnels of a project, by name. */
export const ListSavedFunnelsResponse = z.object({ data: z.array(SavedFunnelJson) });
export type ListSavedFunnelsResponse = z.infer<typeof ListSavedFunnelsResponse>;
