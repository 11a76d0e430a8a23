type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** Whether the visitor sends Do Not Track or Global Privacy Control (https://w3c.github.io/gpc/). */
export function asksForPrivacy(): boolean | undefined {
  const { doNotTrack, globalPrivacyControl } = navigator as PrivacySignals;
  return globalPrivacyControl || doNotTrack === '1';
}
