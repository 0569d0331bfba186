import type { Context } from '../api/resource/context.ts';
import { answerSchemas } from '../api/routing/answer-schemas.ts';
import type {
  EndpointDescription,
  InterfaceDescription,
  PathDescription,
  ResponseSchemas,
} from '../api/routing/description.ts';
import { argumentType, type Member, members, typeOf } from './type-of.ts';

const contexts = ['view', 'edit', 'embed'] as const satisfies readonly Context[];

/** The text of a TypeScript module: a type for every resource in every context, and one for every operation. */
export function interfaceTypes(described: InterfaceDescription): string {
  const schemas = answerSchemas(described);
  const resources = resourcesOf(described);
  const named = resources.flatMap((resource) =>
    contexts.map((context) => {
      const schema = resource.item(context, { embedded: { $ref: 'embedded' } });
      return `export type ${typeName(resource, context)} = ${typeOf(schema)};`;
    }),
  );
  const embedded = resources.map((resource) => typeName(resource, 'embed'));
  const routes = described.paths.map((path) => {
    const operations = path.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => operation({ path, endpoint, method, resources, schemas })),
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
  readonly resources: readonly ResponseSchemas[];
  readonly schemas: ReturnType<typeof answerSchemas>;
}

/** What an operation takes, and what it answers: by context for those that have one. */
function operation({ path, endpoint, method, resources, schemas }: OperationWork): Member {
  const inPath = new Set(path.path.parameters.map(({ name }) => name));
  const input = Object.entries(endpoint.allArgs)
    .filter(([name, schema]) => !schema.unlisted && !inPath.has(name))
    .map(([name, schema]) => ({
      name,
      type: argumentType(schema),
      isOptional: !schema.required,
      comment: schema.description,
    }));
  const answers = contexts.map((context): Member => {
    const schema = schemas.of(path, { method, context, isReduced: false, embeds: true });
    return { name: context, type: schema ? nameKnown(typeOf(schema), resources) : 'unknown', isOptional: false };
  });
  return {
    name: method,
    type: members([{ name: 'input', type: members(input), isOptional: false }, ...answers]),
    isOptional: false,
    comment: endpoint.summary,
  };
}

/** Writes the name of a resource's type in place of its members. */
function nameKnown(type: string, resources: readonly ResponseSchemas[]): string {
  let text = type;
  for (const resource of resources)
    for (const context of contexts) {
      const whole = typeOf(resource.item(context, { embedded: { $ref: 'embedded' } }));
      text = text.replaceAll(whole, typeName(resource, context));
    }
  return text;
}

function resourcesOf(described: InterfaceDescription): ResponseSchemas[] {
  const shown = described.paths.flatMap(({ endpoints }) => endpoints.flatMap(({ shows }) => shows?.responses ?? []));
  return [...new Map(shown.map((one) => [one.title, one])).values()];
}

function typeName({ title }: ResponseSchemas, context: Context): string {
  const words = `${title} ${context}`.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

/** The path with its parameters as clients write them: `/wp/v2/posts/{id}`. */
const shownPath = ({ path }: PathDescription): string => path.template.replace(/\{(\w+):\w+\}/g, '{$1}');
