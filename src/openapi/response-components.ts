import type { Context } from '../api/resource/context.ts';
import { type AnswerSchemas, answerSchemas, deletedSchema, errorSchema } from '../api/routing/answer-schemas.ts';
import type { InterfaceDescription, ResponseSchemas } from '../api/routing/description.ts';
import { resourceNames, typeName } from '../api/routing/resource-names.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

/** The schemas of answers, with references to components; those that were referred to are in `components`. */
export interface ResponseComponents {
  readonly answers: AnswerSchemas;
  readonly components: ReadonlyMap<string, JsonSchema>;
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export function responseComponents(described: InterfaceDescription): ResponseComponents {
  const names = resourceNames(described);
  const components = new Map<string, JsonSchema>([['Error', errorSchema]]);
  const refer = (name: string, make: () => JsonSchema): JsonSchema => {
    if (!components.has(name)) components.set(name, make());
    return reference(name);
  };
  const nameOf = (resource: ResponseSchemas): string => names.get(resource) ?? resource.title;
  const answers = answerSchemas(described, {
    item: (resource, context) => {
      const shown = differingContext(resource, context);
      return refer(typeName(nameOf(resource), shown), () => resource.item(shown, { embedded: reference('Embedded') }));
    },
    deleted: (resource) => refer(typeName(nameOf(resource), 'deleted'), () => deletedSchema(resource)),
    error: reference('Error'),
  });
  const { $id: _id, ...embedded } = answers.embedded;
  components.set('Embedded', embedded);
  return { answers, components };
}

/** A resource that looks the same in another context as to readers has one component for both. */
function differingContext(resource: ResponseSchemas, context: Context): Context {
  const text = (one: Context) => JSON.stringify(resource.item(one));
  return text(context) === text('view') ? 'view' : context;
}
