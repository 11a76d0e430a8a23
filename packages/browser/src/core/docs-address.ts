/** The collector whose docs a warning points at: that of the first project. */
export let docsAddress = '';

/** Notes the collector of a project, unless an earlier project has one. */
export function useDocsOf(endpoint: string): void {
  docsAddress = docsAddress || endpoint.replace(/\/*$/, '');
}
