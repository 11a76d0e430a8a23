/** The collector whose docs a warning points at: that of the first project. */
export let docsAddress = '';

export function useDocsOf(endpoint: string): void {
  docsAddress = docsAddress || endpoint.replace(/\/*$/, '');
}
