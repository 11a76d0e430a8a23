/** A note at a day of a project. */
export type AnnotationRecord = {
  readonly id: string;
  readonly project: string;
  /** Of the calendar in the project's time zone, such as `2026-11-21`. */
  readonly day: string;
  readonly text: string;
  /** Who wrote it first; null for the owner of the demo, and for somebody who was deleted. */
  readonly createdBy: string | null;
  readonly createdAt: number;
};

/** Days of the calendar, both included. */
export type DaySpan = { readonly first: string; readonly last: string };

export interface Annotations {
  /** Those of some days, or all, the earliest day first; of a day, the oldest first. */
  listAnnotations(project: string, days?: DaySpan): Promise<AnnotationRecord[]>;
  /** False when the project already has `atMost`: several that are added at once never exceed it. Without a bound each is added. */
  addAnnotation(annotation: AnnotationRecord, atMost?: number): Promise<boolean>;
  /** True when the project has it. */
  changeAnnotation(annotation: Pick<AnnotationRecord, 'id' | 'project' | 'day' | 'text'>): Promise<boolean>;
  /** True when the project had it. */
  removeAnnotation(project: string, id: string): Promise<boolean>;
}
