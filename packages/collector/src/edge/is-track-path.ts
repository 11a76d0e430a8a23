const TRACK_PATH = /^\/v1\/(track|events|pixel\.gif)(\/|\?|$)/;

/** Whether an address belongs to the tracking APIs, whose errors have an envelope of their own. */
export function isTrackPath(path: string): boolean {
  return TRACK_PATH.test(path);
}
