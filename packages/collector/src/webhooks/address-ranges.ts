/** Networks of an own machine or house: refused, unless private receivers are allowed. */
export const PRIVATE_RANGES = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
] as const;

/**
 * Networks that are no receiver's in any case: this network, link-local with the metadata services of clouds, those
 * of documentation and benchmarks, multicast and what is reserved.
 */
export const REFUSED_RANGES = [
  '0.0.0.0/8',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  'fd00:ec2::254/128',
] as const;

/** Of IPv6 only this is given out to the public; whatever else there is, is not. */
export const PUBLIC_IPV6 = '2000::/3';

/** Names that never leave a machine or a house, whatever a resolver says. */
export const LOCAL_NAMES = [
  'localhost',
  'local',
  'internal',
  'localdomain',
  'lan',
  'home.arpa',
  'onion',
] as const;
