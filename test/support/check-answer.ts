import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Context } from '../../src/api/resource/context.ts';
import { answerSchemas, errorSchema } from '../../src/api/routing/answer-schemas.ts';
import type { Registry } from '../../src/api/routing/registry.ts';
import type { JsonSchema } from '../../src/lib/schema/json-schema.ts';

const contexts: readonly Context[] = ['view', 'edit', 'embed'];

export interface JudgedAnswer {
  readonly method: string;
  /** Inside the interface, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly status: number;
  readonly body: unknown;
}

/** Compares answers with the exact schemas of their paths; null where an answer is as it should be. */
export type CheckAnswer = (answer: JudgedAnswer) => string | null;

/** `knowsStatus`: whether the status has to be one that the route states; inside an envelope it is not known. */
export function createAnswerCheck(registry: Registry, knowsFields: boolean, knowsStatus = false): CheckAnswer {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  const schemas = answerSchemas(registry);
  ajv.addSchema(schemas.embedded as object);
  for (const [name, schema] of Object.entries(schemas.definitions)) ajv.addSchema({ $id: name, ...Object(schema) });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  const validator = (key: string, make: () => JsonSchema) => {
    const known = compiled.get(key) ?? ajv.compile(make());
    compiled.set(key, known);
    return known;
  };
  const failure = (key: string, make: () => JsonSchema, body: unknown): string | null => {
    const validate = validator(key, make);
    if (validate(body)) return null;
    return (validate.errors ?? [])
      .map((e) => `${e.instancePath || '/'} ${e.message} ${JSON.stringify(e.params)}`)
      .slice(0, 6)
      .join('; ');
  };
  return ({ method, path, query, status, body }) => {
    if (method === 'HEAD' || typeof body === 'string') return null;
    const routePath = registry.pathAt(path);
    const answers = routePath?.endpoints.find(({ methods }) => methods.some((one) => one === method))?.response;
    const hasForm = answers?.alsoStatuses?.includes(status) ?? false;
    if (status >= 400 && !(hasForm && !('code' in Object(body)))) return failure('error', () => errorSchema, body);
    if ((status >= 300 && !hasForm) || method === 'OPTIONS' || !routePath) return null;
    if (knowsStatus && !hasForm && status !== (answers?.status ?? 200))
      return `${status} is not a status that the route states`;
    const asked = {
      method,
      context: contexts.find((one) => one === query.getAll('context').at(-1)) ?? 'view',
      isReduced: knowsFields && [...query.keys()].some((name) => name.startsWith('_fields')),
      embeds: [...query.keys()].some((name) => name.startsWith('_embed')),
    };
    const key = `${routePath.path.template} ${JSON.stringify(asked)}`;
    if (!compiled.has(key) && schemas.of(routePath, asked) === null) return null;
    return failure(key, () => schemas.of(routePath, asked) as JsonSchema, body);
  };
}
