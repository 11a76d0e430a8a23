/** A site that sends visitors. Texts of several words are lists: a line per site keeps the tables readable. */
export type SourceRow = {
  /** Its name in reports: lower case, and never changed, since stored events carry it. */
  readonly source: string;
  readonly label: string;
  /** Domains; each stands for its subdomains too. `name.*` is the domain under every country's ending and `.com`. */
  readonly hosts: string;
  /** Packages of its Android apps, as an `android-app://` referrer names them. */
  readonly apps?: string;
  /** What else people write in `utm_source` for it. */
  readonly names?: string;
  /** Its name is a common word or little known: in a `utm_source` it most likely means something else. */
  readonly byHostOnly?: boolean;
};
