import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import type { RouteModule } from '../../../api/routing/registry.ts';
import { route } from '../../../api/routing/route.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import type { Post } from '../../../storage/rows.ts';
import { fieldLeadingTo, relationKey } from '../../fields/relation-index.ts';
import { addressesOf } from '../content-addresses.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKinds } from '../content-kind.ts';
import { contentPermissions, postById } from '../content-permissions.ts';
import { comparableRelations, relatedExpression } from './related-condition.ts';

const most = 50;

const relatedSchema = json.object({
  items: json.listOf(
    json.object({
      id: json.integer,
      type: json.string,
      status: json.string,
      title: json.string,
      link: json.string,
      fields: json.listOf(json.string, { least: 1 }),
    }),
  ),
  truncated: json.boolean,
});

/** Which items have a field that leads to an item, among those that the caller may read. */
export function relatedItems({ kinds }: { readonly kinds: ContentKinds }): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/content/{id:int}/related',
        summary: 'List the items whose fields lead to an item, newest first, among those that you may read.',
        response: { schema: relatedSchema },
        permit: async ({ id }, call) => {
          const post = id === undefined ? null : await postById(id, call);
          const kind = post ? kinds.find(post.type) : undefined;
          if (!post || !kind) throw contentErrors.rest_post_invalid_id();
          await contentPermissions(kind).read({ id: post.id }, call);
        },
        handle: async ({ id }, call) => reply(await findRelated(id, kinds, call)),
      }),
    ],
  };
}

async function findRelated(id: number, kinds: ContentKinds, call: Call) {
  const leading = [...kinds].filter((kind) => comparableRelations(kind, call.caller).length > 0);
  const where = relatedExpression(leading, [id], call.caller);
  if (!where) return { items: [], truncated: false };
  const { store } = call;
  const visibility = { anyOf: leading.flatMap((kind) => kind.visibility.readable(call.caller).anyOf) };
  const found = await store.posts.find(
    { types: leading.map(({ type }) => type.name), visibility, where },
    { by: 'date', direction: 'desc' },
    { limit: most + 1, offset: 0 },
  );
  const posts = found.slice(0, most);
  const rows = await store.meta.of(
    'post',
    posts.map((post) => post.id),
    [relationKey],
  );
  const links = new Map<number, string>();
  for (const kind of leading) {
    const own = posts.filter((post) => post.type === kind.type.name);
    const addresses = own.length > 0 ? await addressesOf(kind, own, call) : [];
    for (const [i, post] of own.entries()) links.set(post.id, addresses[i] ?? '');
  }
  const fieldsOf = (post: Post): string[] => {
    const kind = leading.find(({ type }) => type.name === post.type);
    const shown = kind ? comparableRelations(kind, call.caller) : [];
    const named = (rows.get(post.id) ?? []).map((row) => fieldLeadingTo('posts', id, row));
    return shown.map(({ key }) => key).filter((key) => named.includes(key));
  };
  return {
    items: posts.map((post) => ({
      id: post.id,
      type: post.type,
      status: post.status,
      title: post.title,
      link: links.get(post.id) ?? '',
      fields: fieldsOf(post),
    })),
    truncated: found.length > most,
  };
}
