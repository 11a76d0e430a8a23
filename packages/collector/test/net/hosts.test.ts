import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAmong, isHostOfProject, isLocalHost } from '../../src/net/hosts.ts';
import {
  LOCAL_NETWORKS,
  NEVER_RECEIVERS,
  PRIVATE_RECEIVERS,
  SPECIAL_NETWORKS,
} from '../../src/net/special-networks.ts';
import { splitPageUrl } from '../../src/net/split-page-url.ts';

type HostCase = { readonly named: string; readonly host: string; readonly collector: boolean };

/** The same cases are run by the SDK's rule: `packages/browser/test/own-hosts.test.ts`. */
const { cases } = JSON.parse(readFileSync(new URL('./host-cases.json', import.meta.url), 'utf8')) as {
  cases: HostCase[];
};

describe('a host of a project', () => {
  it.each(cases)('that names $named: $host is $collector, by its domain and by its list', (row) => {
    const { named, collector } = row;
    const host = splitPageUrl(`https://${row.host}/`)?.hostname ?? '';
    expect(isHostOfProject(host, { domain: named, hosts: null })).toBe(collector);
    expect(isHostOfProject(host, { domain: 'else.example', hosts: [named] })).toBe(collector);
    expect(isAmong(host, [named])).toBe(collector);
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

describe('what the documentation says of hosts', () => {
  const text = readFileSync(new URL('../../../../docs/tracking-api.md', import.meta.url), 'utf8');
  const [, ofProjects = '', ofMachines = ''] =
    /## Hosts of a project(.*?)### Pages of your own machine(.*?)\n## /s.exec(text) ?? [];
  const covered = [...ofProjects.matchAll(/`([^`]+)` covers (?:all of )?`([^`]+)`/g)];
  const named = [...ofMachines.matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word);

  it('is true of each host that covers another', () => {
    expect(covered.length).toBeGreaterThan(1);
    for (const [example, owner = '', host = ''] of covered)
      expect(isHostOfProject(host, { domain: owner, hosts: null }), example).toBe(true);
  });

  it('is true of each name and address that is local', () => {
    const names = named.filter((word) => word.startsWith('*.')).map((word) => word.replace('*', 'name'));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !isLocalHost(name))).toEqual([]);
  });

  it('names all local networks', () => {
    const local = SPECIAL_NETWORKS.filter(([, ...meanings]) => meanings.includes('local'));
    const networks = local.map(([network]) => network.replace(/\/128$/, ''));
    expect(named.filter((word) => /^[\d.]+\/\d+$|::/.test(word)).toSorted()).toEqual(networks.toSorted());
  });
});
