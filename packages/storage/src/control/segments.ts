/** Conditions of a project under a name. */
export type SegmentRecord = {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  /** Each as the read API takes it, such as `country:is:DE`. */
  readonly filters: readonly string[];
  /** Who saved it first; null for the owner of the demo, and for somebody who was deleted. */
  readonly createdBy: string | null;
  readonly createdAt: number;
};

/** `taken`: another segment of the project has the name. `full`: the project has as many as it may have. */
export type SegmentWritten = 'done' | 'taken' | 'full' | 'unknown';

export interface Segments {
  /** By name. */
  listSegments(project: string): Promise<SegmentRecord[]>;
  findSegment(project: string, id: string): Promise<SegmentRecord | null>;
  /** Several that are added at once never exceed `atMost`. Without a bound there is always room. */
  addSegment(segment: SegmentRecord, atMost?: number): Promise<Exclude<SegmentWritten, 'unknown'>>;
  changeSegment(
    segment: Pick<SegmentRecord, 'id' | 'project' | 'name' | 'filters'>,
  ): Promise<Exclude<SegmentWritten, 'full'>>;
  /** True when the project had it. */
  removeSegment(project: string, id: string): Promise<boolean>;
}
