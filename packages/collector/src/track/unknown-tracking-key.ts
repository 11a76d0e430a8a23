import { TrackRefused } from '../errors/track-refused.ts';

/** The refusal of a tracking key that names no project. A key that must stay secret is told apart: it was published. */
export function unknownTrackingKey(key: string): TrackRefused {
  const message = /^(sk|srv)_/.test(key)
    ? 'key is a secret, and it was sent from where anyone can read it: revoke it. A page needs the tracking key (proj_).'
    : 'key is not a known tracking key: it must be the proj_ id of a project, as cvq project list shows it.';
  return new TrackRefused('unauthenticated', message);
}
