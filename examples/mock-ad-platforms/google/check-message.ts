import { createRequire } from 'node:module';
import protobuf from 'protobufjs';
import { isObject } from '../formats.ts';
import type { FieldViolation } from './google-answer.ts';

/** The messages of the Data Manager API, as Google publishes them. */
const require = createRequire(import.meta.url);
const protos = require('@google-ads/datamanager/build/protos/protos.json') as protobuf.INamespace;
const root = protobuf.Root.fromJSON(protos).resolveAll();

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** What a value of each scalar type looks like in JSON (protobuf.dev/programming-guides/json), numbers as numbers. */
const SCALARS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  double: (value) => typeof value === 'number',
  int32: (value) => Number.isInteger(value),
  int64: (value) => Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
};

/**
 * What of a JSON value does not fit a message of the Data Manager API: unknown fields, wrong types, words that an enum
 * does not have, a oneof that is set twice, required fields without a value. protobufjs itself overlooks most of it.
 */
export function checkMessage(name: string, value: unknown): FieldViolation[] {
  return [...violations(root.lookupType(`google.ads.datamanager.v1.${name}`), value, '')];
}

type Place = { readonly field: protobuf.Field; readonly path: string };

function* violations(type: protobuf.Type, value: unknown, path: string): Generator<FieldViolation> {
  if (type.fullName === '.google.protobuf.Timestamp') {
    const isTime = typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value));
    if (!isTime) yield invalid(path, type.fullName, value);
    return;
  }
  if (!isObject(value)) {
    yield invalid(path, type.fullName, value);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const field = type.fields[name];
    if (field === undefined) yield unknownName(path, name);
    else if (member !== null) yield* fieldViolations({ field, path: join(path, name) }, member);
  }
  for (const oneof of type.oneofsArray) yield* twice(oneof, value, path);
  for (const field of type.fieldsArray)
    if (isRequired(field) && isEmpty(value[field.name])) yield missing(join(path, field.name));
}

function* fieldViolations(place: Place, value: unknown): Generator<FieldViolation> {
  if (!place.field.repeated) {
    yield* valueViolations(place, value);
    return;
  }
  if (!Array.isArray(value)) {
    yield invalid(place.path, typeNameOf(place.field), value);
    return;
  }
  for (const [index, item] of value.entries())
    yield* valueViolations({ field: place.field, path: `${place.path}[${index}]` }, item);
}

function* valueViolations({ field, path }: Place, value: unknown): Generator<FieldViolation> {
  const type = field.resolvedType;
  if (type instanceof protobuf.Type) yield* violations(type, value, path);
  else if (type instanceof protobuf.Enum) {
    if (typeof value !== 'string' || !(value in type.values)) yield invalid(path, type.fullName, value);
  } else if (SCALARS[field.type]?.(value) !== true) yield invalid(path, typeNameOf(field), value);
}

function* twice(
  oneof: protobuf.OneOf,
  value: Record<string, unknown>,
  path: string,
): Generator<FieldViolation> {
  const [, second] = oneof.oneof.filter((name) => value[name] !== undefined && value[name] !== null);
  if (second === undefined) return;
  const description = `Invalid value at '${path}' (oneof), oneof field '${oneof.name}' is already set. Cannot set '${second}'`;
  yield { field: path, description };
}

function isRequired({ options }: protobuf.Field): boolean {
  const behaviour: unknown = options?.['(google.api.field_behavior)'];
  return [behaviour].flat().includes('REQUIRED');
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const typeNameOf = (field: protobuf.Field): string =>
  field.resolvedType?.fullName ?? `TYPE_${field.type.toUpperCase()}`;

/** Fields of messages are named in their own spelling where their content is wrong. */
export const inSnakeCase = (path: string): string =>
  path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function unknownName(path: string, name: string): FieldViolation {
  const place = path === '' ? '' : ` at '${path}'`;
  const description = `Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`;
  return { field: path, description };
}

function invalid(path: string, type: string, value: unknown): FieldViolation {
  const said = type.startsWith('.') ? `type.googleapis.com/${type.slice(1)}` : type;
  return { field: path, description: `Invalid value at '${path}' (${said}), ${JSON.stringify(value)}` };
}

function missing(path: string): FieldViolation {
  return {
    field: inSnakeCase(path),
    description: 'Required field is missing.',
    reason: 'REQUIRED_FIELD_MISSING',
  };
}
