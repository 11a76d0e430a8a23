import { describe, expect, it } from 'vitest';
import { isAmong, isHostOfProject, isLocalHost } from '../../src/net/hosts.ts';
import { LOCAL_NETWORKS, NEVER_RECEIVERS, PRIVATE_RECEIVERS } from '../../src/net/special-networks.ts';

/** What a project names, a host, and whether the host is its own. */
const HOSTS: [named: string, host: string, isOwn: boolean][] = [
  ['shop.example', 'shop.example', true],
  ['shop.example', 'www.shop.example', true],
  ['www.shop.example', 'shop.example', true],
  ['www.shop.example:3000', 'a.shop.example', true],
  ['shop.example', 'shop.example.', true],
  ['Shop.Example', 'shop.example', true],
  ['[::1]:3000', '[::1]', true],
  ['127.0.0.1:8080', '127.0.0.1', true],
  ['shop.example', 'notshop.example', false],
  ['shop.example', 'shop.example.evil.example', false],
  ['www.com', 'other.com', false],
];

describe('a host of a project', () => {
  it.each(HOSTS)('that names %s: %s is %s, by its domain and by its list', (named, host, isOwn) => {
    expect(isHostOfProject(host, { domain: named, hosts: null })).toBe(isOwn);
    expect(isHostOfProject(host, { domain: 'else.example', hosts: [named] })).toBe(isOwn);
    expect(isAmong(host, [named])).toBe(isOwn);
  });
});

describe('a local host', () => {
  it.each([
    'localhost',
    'app.localhost',
    'mac.local',
    'db.internal',
    'nas.lan',
    'nas.home.arpa',
    'build',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.8.8.8',
    '169.254.1.1',
    '172.31.255.255',
    '192.168.1.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fd00::1]',
    '[fe80::1]',
  ])('is %s', (host) => expect(isLocalHost(host)).toBe(true));

  it.each(['shop.example', 'localhost.example', '11.0.0.1', '172.32.0.1', '100.128.0.1', '[2001:db8::1]'])(
    'is not %s',
    (host) => expect(isLocalHost(host)).toBe(false),
  );
});

describe('the table of special networks', () => {
  it.each([
    ['10.0.0.1', [true, true, false]],
    ['::ffff:10.0.0.1', [true, true, false]],
    ['100.100.100.200', [true, true, true]],
    ['168.63.129.16', [false, false, true]],
    ['169.254.169.254', [true, false, true]],
    ['::1', [true, true, false]],
    ['fd00:ec2::254', [true, true, true]],
    ['8.8.8.8', [false, false, false]],
    ['2001:4860:4860::8888', [false, false, false]],
  ])('says of %s whether it is local, a private receiver and never a receiver: %j', (address, meanings) => {
    const sets = [LOCAL_NETWORKS, PRIVATE_RECEIVERS, NEVER_RECEIVERS];
    expect(sets.map((set) => set.has(address))).toEqual(meanings);
  });
});
