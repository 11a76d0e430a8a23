import type { SegmentRecord, Segments } from '../../control/segments.ts';
import type { Connection } from '../open-database.ts';

const SELECT_SEGMENTS = `
  SELECT id, project_id AS project, name, filters, created_by AS createdBy, created_at AS createdAt
  FROM segments WHERE project_id = :project`;

type SegmentRow = Omit<SegmentRecord, 'filters'> & { readonly filters: string };

const toSegment = ({ filters, ...row }: SegmentRow): SegmentRecord => ({
  ...row,
  filters: JSON.parse(filters) as string[],
});

/** Named conditions of projects. */
export function controlSegments(db: Connection): Segments {
  const list = db.prepare(`${SELECT_SEGMENTS} ORDER BY name COLLATE NOCASE, id`);
  const find = db.prepare(`${SELECT_SEGMENTS} AND id = :id`);
  const ofName = db.prepare('SELECT id FROM segments WHERE project_id = ? AND name = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM segments WHERE project_id = ?').pluck();
  const insert = db.prepare(`
    INSERT INTO segments (id, project_id, name, filters, created_by, created_at)
    VALUES (:id, :project, :name, :filters, :createdBy, :createdAt)`);
  const update = db.prepare(
    'UPDATE segments SET name = :name, filters = :filters WHERE id = :id AND project_id = :project',
  );
  const remove = db.prepare('DELETE FROM segments WHERE id = ? AND project_id = ?');

  const add = db.transaction((segment: SegmentRecord, atMost: number) => {
    if ((count.get(segment.project) as number) >= atMost) return 'full';
    if (ofName.get(segment.project, segment.name) !== undefined) return 'taken';
    insert.run({ ...segment, filters: JSON.stringify(segment.filters) });
    return 'done';
  });
  const change = db.transaction(
    ({ id, project, name, filters }: Parameters<Segments['changeSegment']>[0]) => {
      const holder = ofName.get(project, name);
      if (holder !== undefined && holder !== id) return 'taken';
      const { changes } = update.run({ id, project, name, filters: JSON.stringify(filters) });
      return changes === 1 ? 'done' : 'unknown';
    },
  );

  return {
    listSegments: async (project) => (list.all({ project }) as SegmentRow[]).map(toSegment),
    async findSegment(project, id) {
      const row = find.get({ project, id }) as SegmentRow | undefined;
      return row ? toSegment(row) : null;
    },
    // The lock is taken before they are counted, so that two cannot both find the last place free.
    addSegment: async (segment, atMost = Number.POSITIVE_INFINITY) => add.immediate(segment, atMost),
    changeSegment: async (segment) => change.immediate(segment),
    removeSegment: async (project, id) => remove.run(id, project).changes === 1,
  };
}
