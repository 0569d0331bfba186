import { contextArgument } from '../../api/resource/context.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import { s } from '../../schema/schema.ts';
import { contentHandlers } from './content-handlers.ts';
import { contentPermissions } from './content-permissions.ts';
import type { ContentResource } from './content-resource.ts';
import { contentItem, contentNamesake } from './content-versions.ts';
import type { ContentView } from './content-view.ts';
import { listContent } from './list/content-list.ts';
import { contentListArguments } from './list/content-list-arguments.ts';
import { refuseStatuses } from './list/content-list-filter.ts';

/** Never the password of a post: stored passwords cannot contain this character. */
const wrongPassword = '\0';
/** While `Allow` is computed, a value that is not a string counts as a wrong password. */
export const contentPassword = s.string({ description: 'Password of a protected post.', refusedAs: wrongPassword });

/** The collection and the items of a kind of content. */
export function contentRoutes(view: ContentView, resource: ContentResource): Route[] {
  const { kind, path, variant } = view;
  const many = kind.type.labels.name.toLowerCase();
  const one = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  const permissions = contentPermissions(kind);
  const handlers = contentHandlers(view, resource);
  const item = `${path}/{id:int}` as const;
  return [
    route({
      method: 'GET',
      path,
      summary: `List ${many}.`,
      args: contentListArguments(view, variant.content.listStatuses),
      refuse: (input, call) => refuseStatuses(kind, input, call),
      batched: true,
      permit: permissions.list,
      handle: (input, call) => listContent(view, resource, input, call),
      shows: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: `Make a ${one}.`,
      answers: created,
      args: resource.arguments.create,
      batched: true,
      permit: permissions.create,
      membersOnly: true,
      namesake: contentNamesake(kind),
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a ${one}.`,
      args: { context: contextArgument, password: contentPassword },
      batched: true,
      permit: permissions.read,
      item: contentItem,
      handle: handlers.show,
      shows: resource,
    }),
    route({
      method: writing,
      path: item,
      summary: `Change a ${one}.`,
      args: resource.arguments.update,
      batched: true,
      permit: permissions.update,
      membersOnly: true,
      item: contentItem,
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Put a ${one} into the trash, or remove it for good.`,
      args: { force: s.boolean({ default: false, description: 'Remove it for good, past the trash.' }) },
      batched: true,
      permit: permissions.remove,
      membersOnly: true,
      item: contentItem,
      handle: handlers.remove,
    }),
  ];
}
