/** The tag that a site owner pastes. */
export function scriptTag(baseUrl: string, trackingKey: string): string {
  return `<script async src="${baseUrl}/sdk.js" data-service-api-key="${trackingKey}"></script>`;
}
