import { ARGUMENT_RULES } from '@cvq/contract';
import type { z } from 'zod';
import type { Operation } from '../operation.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { responsesOf } from './responses.ts';

const PROJECT_PARAMETER = {
  name: 'project',
  in: 'path',
  required: true,
  description: 'A project id.',
  schema: { type: 'string' },
};

/** One operation at one of its paths. */
export function operationObject(operation: Operation, path: string): JsonSchema {
  const { name, tag, summary, description, scopes, plan, body } = operation;
  const isNested = path !== operation.path;
  return {
    operationId: isNested ? `${name}_of_project` : name,
    tags: [tag],
    summary: isNested ? `${summary}, of a project in the path` : summary,
    description:
      scopes.length === 0 ? description : `${description}\n\nScopes: ${scopes.map(code).join(', ')}.`,
    'x-plan': plan,
    security: [{ secret_key: [] }],
    parameters: [
      ...(path.includes('{project}') ? [PROJECT_PARAMETER] : []),
      ...parametersOf(operation.params, 'path'),
      ...parametersOf(operation.query, 'query', operation.example).filter(
        ({ name: parameter }) => !(isNested && parameter === 'project'),
      ),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
    }),
    responses: responsesOf(operation),
  };
}

const code = (scope: string) => `\`${scope}\``;

/** A parameter for each field of a schema. */
export function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  example = '',
): { name: string }[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const examples = new URLSearchParams(example);
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...((place === 'path' || required.includes(name)) && { required: true }),
    ...(description !== undefined && { description }),
    schema: inPlace(schema, name, rest),
    ...exampleOf(examples.getAll(name), rest),
  }));
}

/** A list is text in a query: with commas between, or the parameter given several times. */
function inPlace({ shape }: z.ZodObject, name: string, json: JsonSchema): JsonSchema {
  if (json.type !== 'array') return json;
  const text = { type: 'string' };
  const field = shape[name];
  if (field && ARGUMENT_RULES.get(field)?.inQuery === 'commas') return text;
  return { anyOf: [text, { type: 'array', items: text }] };
}

function exampleOf([first]: readonly string[], { type }: JsonSchema): JsonSchema {
  if (first === undefined) return {};
  return { example: type === 'integer' ? Number(first) : first };
}
