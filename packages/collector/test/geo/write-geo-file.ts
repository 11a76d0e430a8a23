import { writeFileSync } from 'node:fs';
import { parseAddress } from '../../src/net/address.ts';

type Value = string | number | readonly Value[] | { readonly [name: string]: Value };
type Node = { children: [Node | null, Node | null]; data: number | null };

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

type GeoFileOptions = {
  readonly ipVersion?: 4 | 6;
  readonly recordSize?: 24 | 28 | 32;
  /** Replaces the data section, to make it broken. */
  readonly data?: Buffer;
};

/** Write a small file in MaxMind's format: each network, such as `203.0.113.0/24`, with its record. */
export function writeGeoFile(
  path: string,
  networks: Record<string, Value>,
  options: GeoFileOptions = {},
): void {
  const { ipVersion = 6, recordSize = 24 } = options;
  const root = emptyNode();
  const records: Buffer[] = [];
  let offset = 0;
  for (const [network, record] of Object.entries(networks)) {
    const bytes = encode(record);
    insert(root, bitsOf(network, ipVersion), offset);
    records.push(bytes);
    offset += bytes.length;
  }
  const nodes = number(root);
  const tree = nodes.map(({ children }) =>
    packNode(children.map((child) => pointerOf(child, nodes)) as [number, number], recordSize),
  );
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_795_000_000,
    database_type: 'Test-City',
    description: {},
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: recordSize,
  });
  const data = options.data ?? Buffer.concat(records);
  writeFileSync(path, Buffer.concat([...tree, Buffer.alloc(16), data, MARKER, metadata]));
}

function emptyNode(): Node {
  return { children: [null, null], data: null };
}

function insert(root: Node, bits: readonly number[], data: number): void {
  let node = root;
  for (const bit of bits as (0 | 1)[]) {
    node.children[bit] ??= emptyNode();
    node = node.children[bit] as Node;
  }
  node.data = data;
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [text = '', length = '0'] = network.split('/');
  const address = parseAddress(text);
  if (address === null) throw new Error(`${network} is no network`);
  const [parts, width] = address.family === 4 ? [address.octets, 8] : [address.groups, 16];
  const bits = parts.flatMap((part) =>
    Array.from({ length: width }, (_, bit) => (part >> (width - 1 - bit)) & 1),
  );
  const prefix = bits.slice(0, Number(length));
  return address.family === 4 && ipVersion === 6 ? [...Array<number>(96).fill(0), ...prefix] : prefix;
}

/** All nodes that are no leaves, the root first. */
function number(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const child of node.children) if (child !== null && child.data === null) nodes.push(child);
  }
  return nodes;
}

function pointerOf(child: Node | null, nodes: readonly Node[]): number {
  if (child === null) return nodes.length;
  return child.data === null ? nodes.indexOf(child) : nodes.length + 16 + child.data;
}

function packNode([left, right]: [number, number], recordSize: 24 | 28 | 32): Buffer {
  const node = Buffer.alloc(recordSize / 4);
  if (recordSize === 32) {
    node.writeUInt32BE(left, 0);
    node.writeUInt32BE(right, 4);
    return node;
  }
  node.writeUIntBE(left & 0xff_ff_ff, 0, 3);
  node.writeUIntBE(right & 0xff_ff_ff, recordSize === 24 ? 3 : 4, 3);
  if (recordSize === 28) node[3] = ((left >> 24) << 4) | (right >> 24);
  return node;
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return withHead(2, Buffer.byteLength(value), [Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return withHead(6, 4, [bytes]);
  }
  if (Array.isArray(value)) return withHead(11, value.length, value.map(encode));
  const entries = Object.entries(value);
  return withHead(
    7,
    entries.length,
    entries.flatMap(([name, part]) => [encode(name), encode(part)]),
  );
}

function withHead(type: number, size: number, parts: readonly Buffer[]): Buffer {
  const short = Math.min(size, 29);
  const head = type > 7 ? [short, type - 7] : [(type << 5) | short];
  return Buffer.concat([Buffer.from(size < 29 ? head : [...head, size - 29]), ...parts]);
}
