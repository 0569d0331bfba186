import { publishSchema, writableArguments } from '../api/resource.ts';
import { type Route, route, writing } from '../api/route.ts';
import { type Schema, s } from '../schema/schema.ts';
import { contentActs } from './content-acts.ts';
import type { ContentKind } from './content-kind.ts';
import { listContent } from './content-list.ts';
import { contextArgument, type ListInput, listArguments } from './content-list-arguments.ts';
import { contentPermits } from './content-permits.ts';
import type { ContentResource } from './content-resource.ts';

/** Judged with the post it opens, so that asking what else is allowed here sees a wrong one for what it is. */
const passwordArgument: Schema<string, false> = {
  ...s.string({ description: 'Password of a protected post.' }),
  loose: true,
};

/** The collection and the items of a kind of content. */
export function contentRoutes(kind: ContentKind, resource: ContentResource): Route[] {
  const { path } = kind;
  const many = kind.type.labels.name.toLowerCase();
  const one = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  const permits = contentPermits(kind);
  const acts = contentActs(kind, resource);
  const schema = () => publishSchema(resource);
  const item = `${path}/{id:int}` as '/{id:int}';
  return [
    route({
      method: 'GET',
      path,
      summary: `List ${many}.`,
      args: listArguments(kind, kind.parts.variant.content.listStatuses),
      permit: permits.list,
      // The arguments are built from the kind; their types are written down once, in ListInput.
      handle: (input, call) => listContent(kind, resource, input as unknown as ListInput, call),
      schema,
    }),
    route({
      method: 'POST',
      path,
      summary: `Make a ${one}.`,
      args: writableArguments(resource.fields, 'create'),
      permit: permits.create,
      handle: acts.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a ${one}.`,
      args: { context: contextArgument, password: passwordArgument },
      permit: permits.read,
      handle: acts.show,
      schema,
    }),
    route({
      method: writing,
      path: item,
      summary: `Change a ${one}.`,
      args: writableArguments(resource.fields, 'update'),
      permit: permits.update,
      handle: acts.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Put a ${one} into the trash, or remove it for good.`,
      args: { force: s.boolean({ default: false, description: 'Remove it for good, past the trash.' }) },
      permit: permits.remove,
      handle: acts.remove,
    }),
  ];
}
