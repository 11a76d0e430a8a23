import { PeerPackages } from '../peer-packages.ts';

const packages = new PeerPackages('sdk/peers', 'peers');

/** Where the trackers are installed that the SDK is measured beside. */
export const peersFolder = packages.folder;

/** Loads a package that is installed there. */
export const requirePeer = packages.require;

export const installPeers = async () => packages.install();
export const peerVersion = (name) => packages.versionOf(name);
