import type { SavedFunnel, SavedFunnels } from '../../control/saved-funnels.ts';
import type { Connection } from '../open-database.ts';

type FunnelRow = Omit<SavedFunnel, 'steps'> & { readonly steps: string };

/** Funnels of projects under a name. */
export function controlSavedFunnels(db: Connection): SavedFunnels {
  const list = db.prepare(`
    SELECT id, project_id AS project, name, steps, scope, window_days AS windowDays, created_by AS createdBy,
      created_at AS createdAt
    FROM saved_funnels WHERE project_id = ? ORDER BY name COLLATE NOCASE, id`);
  const save = db
    .prepare(`
      INSERT INTO saved_funnels (id, project_id, name, steps, scope, window_days, created_by, created_at)
      VALUES (:id, :project, :name, :steps, :scope, :windowDays, :createdBy, :createdAt)
      ON CONFLICT (project_id, name) DO UPDATE SET
        steps = excluded.steps, scope = excluded.scope, window_days = excluded.window_days
      RETURNING id`)
    .pluck();
  const count = db.prepare('SELECT count(*) FROM saved_funnels WHERE project_id = ?').pluck();
  const ofName = db.prepare('SELECT id FROM saved_funnels WHERE project_id = ? AND name = ?').pluck();
  const change = db.prepare(
    'UPDATE saved_funnels SET name = :name, steps = :steps WHERE id = :id AND project_id = :project',
  );
  const remove = db.prepare('DELETE FROM saved_funnels WHERE id = ? AND project_id = ?');

  const saveWithin = db.transaction((funnel: SavedFunnel, atMost: number) => {
    const isNew = ofName.get(funnel.project, funnel.name) === undefined;
    if (isNew && (count.get(funnel.project) as number) >= atMost) return null;
    return save.get({ ...funnel, steps: JSON.stringify(funnel.steps) }) as string;
  });

  return {
    listFunnels: async (project) =>
      (list.all(project) as FunnelRow[]).map(({ steps, ...row }) => ({
        ...row,
        steps: JSON.parse(steps) as string[],
      })),
    // The lock is taken before they are counted, so that two cannot both find the last place free.
    saveFunnel: async (funnel, atMost = Number.POSITIVE_INFINITY) => saveWithin.immediate(funnel, atMost),
    async changeFunnel({ id, project, name, steps }) {
      change.run({ id, project, name, steps: JSON.stringify(steps) });
    },
    removeFunnel: async (project, id) => remove.run(id, project).changes === 1,
  };
}
