import { statSync } from 'node:fs';
import { type KnownNetworks, openNetworks } from './known-networks.ts';
import { newestNetworks, refreshedNetworksPath, shippedNetworks } from './network-file.ts';

/** The newest networks, which a refresh may bring at any time. */
export type FollowedNetworks = {
  readonly current: () => KnownNetworks;
  /** Reads them anew when the file in the folder is another than before. */
  readonly look: () => void;
};

/** Without a folder those that are shipped, for ever. */
export function followNetworks(folder: string | undefined): FollowedNetworks {
  if (folder === undefined) {
    const shipped = openNetworks(shippedNetworks());
    return { current: () => shipped, look: () => undefined };
  }
  const path = refreshedNetworksPath(folder);
  let version = versionOf(path);
  let networks = openNetworks(newestNetworks(folder));
  return {
    current: () => networks,
    look() {
      const found = versionOf(path);
      if (found === version) return;
      version = found;
      networks = openNetworks(newestNetworks(folder));
    },
  };
}

/** A refresh puts another file in the place of the one before. */
function versionOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? '' : `${file.ino} ${file.mtimeMs}`;
}
