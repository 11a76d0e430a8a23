import type { AdConsentDefault } from '@cvq/contract';

/** A site that is tracked. Its id is its public tracking key. */
export type ProjectRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly domain: string;
  readonly timezone: string;
  readonly currency: string;
  /** The only hosts whose events count, and whose pages are no outside referrers; null for no such list. */
  readonly hosts: readonly string[] | null;
  /** Parameters of addresses that are cut beside those that always are; null where no address is cut. */
  readonly redactedNames: readonly string[] | null;
  /** Whether reports count persons, or visitors by themselves. */
  readonly persons: 'on' | 'off';
  /** What counts at ad platforms where a visitor said nothing. */
  readonly adConsent: AdConsentDefault;
  /** What happened longer ago is deleted for good; null keeps all. */
  readonly retentionDays: number | null;
  readonly createdAt: number;
};

/** What of a project can be changed. Another account takes it out of the reach of the one before, and open invitations to it go. */
export type ProjectChange = Partial<Omit<ProjectRecord, 'id' | 'createdAt'>>;

type Defaulted = 'redactedNames' | 'persons' | 'adConsent' | 'retentionDays';

/** A project to be made. What it leaves out is as in every project. */
export type NewProject = Omit<ProjectRecord, Defaulted> & Partial<Pick<ProjectRecord, Defaulted>>;

export interface Projects {
  createProject(project: NewProject): Promise<void>;
  findProject(id: string): Promise<ProjectRecord | null>;
  /** Oldest first. */
  listProjects(): Promise<ProjectRecord[]>;
  /** True when the project is there. A function makes the change of what is stored, in one step with it. */
  changeProject(
    id: string,
    change: ProjectChange | ((now: ProjectRecord) => ProjectChange),
  ): Promise<boolean>;
  /**
   * True when the project was there. Nothing finds it from then on; what was stored of it is left alone, but its
   * integrations, annotations and segments are gone.
   */
  deleteProject(id: string, at: number): Promise<boolean>;
}
