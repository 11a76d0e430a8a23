import { createPrefixSet, type PrefixSet, parsePrefix } from './networks.ts';

/**
 * What a network means to us.
 * - `local`: of one machine, office, home or carrier. A page there is a developer's, a client there is no crawler of a
 *   known network, and what forwards requests from there is a proxy of the operator's.
 * - `loopback`: the machine itself, from where a developer's own pages come.
 * - `nowhere`: in no country.
 * - `private_receiver`: gets webhooks only where private receivers are allowed.
 * - `never_receiver`: gets webhooks only where an operator allows it by name, such as the metadata services of clouds.
 */
type Meaning = 'local' | 'loopback' | 'nowhere' | 'private_receiver' | 'never_receiver';

/**
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export const SPECIAL_NETWORKS: readonly (readonly [network: string, ...meanings: Meaning[]])[] = [
  ['0.0.0.0/8', 'local', 'loopback', 'nowhere', 'never_receiver'],
  ['10.0.0.0/8', 'local', 'nowhere', 'private_receiver'],
  ['100.64.0.0/10', 'local', 'nowhere', 'private_receiver'],
  ['100.100.100.200/32', 'never_receiver'],
  ['127.0.0.0/8', 'local', 'loopback', 'nowhere', 'private_receiver'],
  ['168.63.129.16/32', 'never_receiver'],
  ['169.254.0.0/16', 'local', 'nowhere', 'never_receiver'],
  ['172.16.0.0/12', 'local', 'nowhere', 'private_receiver'],
  ['192.0.0.0/24', 'nowhere', 'never_receiver'],
  ['192.0.2.0/24', 'nowhere', 'never_receiver'],
  ['192.88.99.0/24', 'never_receiver'],
  ['192.168.0.0/16', 'local', 'nowhere', 'private_receiver'],
  ['198.18.0.0/15', 'nowhere', 'never_receiver'],
  ['198.51.100.0/24', 'nowhere', 'never_receiver'],
  ['203.0.113.0/24', 'nowhere', 'never_receiver'],
  ['224.0.0.0/3', 'nowhere', 'never_receiver'],
  ['::/32', 'nowhere'],
  ['::/128', 'local', 'loopback', 'never_receiver'],
  ['::1/128', 'local', 'loopback', 'private_receiver'],
  ['64:ff9b:1::/48', 'nowhere', 'never_receiver'],
  ['100::/8', 'nowhere', 'never_receiver'],
  ['2001::/23', 'never_receiver'],
  ['2001:2::/48', 'nowhere', 'never_receiver'],
  ['2001:db8::/32', 'nowhere', 'never_receiver'],
  ['2002::/16', 'never_receiver'],
  ['3fff::/20', 'nowhere', 'never_receiver'],
  ['5f00::/16', 'nowhere', 'never_receiver'],
  ['fc00::/7', 'local', 'nowhere', 'private_receiver'],
  ['fd00:ec2::254/128', 'never_receiver'],
  ['fe80::/10', 'local', 'nowhere', 'never_receiver'],
  ['ff00::/8', 'nowhere', 'never_receiver'],
];

/** The networks that have a meaning. */
function networksOf(meaning: Meaning): PrefixSet {
  return prefixSetOf(
    SPECIAL_NETWORKS.filter(([, ...meanings]) => meanings.includes(meaning)).map(([network]) => network),
  );
}

/** A set of networks as they are written. What is no network is left out. */
export function prefixSetOf(networks: readonly string[]): PrefixSet {
  return createPrefixSet(
    networks.flatMap((text) => {
      const prefix = parsePrefix(text);
      return 'problem' in prefix ? [] : [prefix];
    }),
  );
}

export const LOCAL_NETWORKS = networksOf('local');
export const LOOPBACK_NETWORKS = networksOf('loopback');
export const NETWORKS_NOWHERE = networksOf('nowhere');
export const PRIVATE_RECEIVERS = networksOf('private_receiver');
export const NEVER_RECEIVERS = networksOf('never_receiver');

/** Of IPv6 only this is given out to the public. */
export const PUBLIC_IPV6 = prefixSetOf(['2000::/3']);
