import type { Context } from '../api/resource/context.ts';
import { answerSchemas, deletedSchema } from '../api/routing/answer-schemas.ts';
import type { EndpointDescription, InterfaceDescription, PathDescription } from '../api/routing/description.ts';
import { resourceNames, typeName } from '../api/routing/resource-names.ts';
import { argumentType, type Member, members, typeOf } from './type-of.ts';

const contexts = ['view', 'edit', 'embed'] as const satisfies readonly Context[];

/** The text of a TypeScript module: a type for every resource in every context, and one for every operation. */
export function interfaceTypes(described: InterfaceDescription): string {
  const names = resourceNames(described);
  const schemas = answerSchemas(described, {
    item: (resource, context) => ({ $ref: typeName(names.get(resource) ?? '', context) }),
    deleted: deletedSchema,
    error: { $ref: 'Refusal' },
  });
  const byName = new Map([...names].map(([resource, name]) => [name, resource]));
  const named = [...byName].flatMap(([name, resource]) =>
    contexts.map((context) => {
      const schema = resource.item(context, { embedded: { $ref: 'Embedded' } });
      return `export type ${typeName(name, context)} = ${typeOf(schema)};`;
    }),
  );
  const embedded = [...byName.keys()].map((name) => typeName(name, 'embed'));
  const routes = described.paths.map((path) => {
    const operations = path.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => operation({ path, endpoint, method, schemas })),
    );
    return `  ${JSON.stringify(shownPath(path))}: ${members(operations)};`;
  });
  return [
    '/** Written from the routes of the server by `platen types`; do not edit. */',
    ...named,
    `export type Refusal = ${refusalType};`,
    `type Item = ${[...embedded, 'Refusal'].join(' | ')};`,
    'export type Embedded = Item | Item[];',
    'export interface Routes {',
    ...routes,
    '}',
    '',
  ].join('\n');
}

const refusalType =
  '{ readonly code: string; readonly message: string; readonly data: { readonly status: number; readonly params?: Record<string, string> | string[] } | null }';

interface OperationWork {
  readonly path: PathDescription;
  readonly endpoint: EndpointDescription;
  readonly method: string;
  readonly schemas: ReturnType<typeof answerSchemas>;
}

/** What an operation takes, and what it answers: by context for those that have one. */
function operation({ path, endpoint, method, schemas }: OperationWork): Member {
  const inPath = new Set(path.path.parameters.map(({ name }) => name));
  const input = Object.entries(endpoint.allArgs)
    // Those without a description are only there to be refused.
    .filter(([name, { unlisted, description }]) => !(unlisted && description === undefined) && !inPath.has(name))
    .map(([name, schema]) => ({
      name,
      type: argumentType(schema),
      isOptional: !schema.required,
      comment: schema.description,
    }));
  const answers = contexts.map((context): Member => {
    const schema = schemas.of(path, { method, context, isReduced: false, embeds: true });
    return { name: context, type: schema === null ? 'unknown' : typeOf(schema), isOptional: false };
  });
  return {
    name: method,
    type: members([{ name: 'input', type: members(input), isOptional: false }, ...answers]),
    isOptional: false,
    comment: endpoint.summary,
  };
}

/** The path with its parameters as clients write them: `/wp/v2/posts/{id}`. */
const shownPath = ({ path }: PathDescription): string => path.template.replace(/\{(\w+):\w+\}/g, '{$1}');
