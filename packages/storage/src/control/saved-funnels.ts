/** Steps of a project under a name, as the page of funnels shows them. */
export type SavedFunnel = {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  /** Event types in their order. */
  readonly steps: readonly string[];
  readonly scope: 'visitor' | 'session';
  /** Within how many days of the first step all others must happen. */
  readonly windowDays: number;
  /** Who saved it first; null for the owner of the demo, and for somebody who was deleted. */
  readonly createdBy: string | null;
  readonly createdAt: number;
};

export interface SavedFunnels {
  /** By name. */
  listFunnels(project: string): Promise<SavedFunnel[]>;
  /**
   * Saves it in the place of the funnel of this name, which keeps its id, if the project has one. Returns the id; null when
   * it would be a new one and the project already has `atMost`: several that are saved at once never exceed it.
   */
  saveFunnel(funnel: SavedFunnel, atMost?: number): Promise<string | null>;
  /** Puts other steps and another name, which no other funnel has, in the place of those of a funnel. */
  changeFunnel(funnel: Pick<SavedFunnel, 'id' | 'project' | 'name' | 'steps'>): Promise<void>;
  /** True when the project had it. */
  removeFunnel(project: string, id: string): Promise<boolean>;
}
