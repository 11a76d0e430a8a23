import type { AnnotationRecord, Annotations } from '../../control/annotations.ts';
import type { Connection } from '../open-database.ts';

const LIST = `
  SELECT id, project_id AS project, day, text, created_by AS createdBy, created_at AS createdAt
  FROM annotations WHERE project_id = :project AND day BETWEEN :first AND :last
  ORDER BY day, created_at, id`;

/** Before and after every day that is written YYYY-MM-DD. */
const EVERY_DAY = { first: '', last: '~' };

/** Notes at days of projects. */
export function controlAnnotations(db: Connection): Annotations {
  const list = db.prepare(LIST);
  const insert = db.prepare(`
    INSERT INTO annotations (id, project_id, day, text, created_by, created_at)
    VALUES (:id, :project, :day, :text, :createdBy, :createdAt)`);
  const update = db.prepare(
    'UPDATE annotations SET day = :day, text = :text WHERE id = :id AND project_id = :project',
  );
  const count = db.prepare('SELECT count(*) FROM annotations WHERE project_id = ?').pluck();
  const remove = db.prepare('DELETE FROM annotations WHERE id = ? AND project_id = ?');

  const add = db.transaction((annotation: AnnotationRecord, atMost: number) => {
    if ((count.get(annotation.project) as number) >= atMost) return false;
    insert.run(annotation);
    return true;
  });

  return {
    listAnnotations: async (project, days = EVERY_DAY) =>
      list.all({ project, ...days }) as AnnotationRecord[],
    // The lock is taken before they are counted, so that two cannot both find the last place free.
    addAnnotation: async (annotation, atMost = Number.POSITIVE_INFINITY) => add.immediate(annotation, atMost),
    changeAnnotation: async (annotation) => update.run(annotation).changes === 1,
    removeAnnotation: async (project, id) => remove.run(id, project).changes === 1,
  };
}
