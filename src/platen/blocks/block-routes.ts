import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { type JsonSchema, json } from '../../schema/json-schema.ts';
import type { Post } from '../../storage/rows.ts';
import type { Core } from '../../wp/all.ts';
import { contentErrors } from '../../wp/posts/content-errors.ts';
import type { ContentKind } from '../../wp/posts/content-kind.ts';
import { contentPermissions, postById } from '../../wp/posts/content-permissions.ts';
import { contentPassword } from '../../wp/posts/content-routes.ts';
import { loadContent } from '../../wp/posts/content-subject.ts';
import { contentView } from '../../wp/posts/content-view.ts';
import { blockModels } from './block-models.ts';

const blockSchema = (innerBlocks: JsonSchema): JsonSchema =>
  json.object({
    name: json.orNull(json.string),
    attributes: { type: 'object' },
    rendered: json.string,
    inner_blocks: innerBlocks,
  });
const blocksSchema = json.object({
  id: json.integer,
  type: json.string,
  protected: json.boolean,
  blocks: json.listOf(blockSchema(json.listOf({ type: 'object' }))),
});

/** The blocks of an item as data. Whoever may read the item may read them; a password locks them with its texts. */
export function blockRoutes({ kinds, display }: Pick<Core, 'kinds' | 'display'>): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/content/{id:int}/blocks',
        summary: 'Show the blocks of an item, each with its attributes and its HTML.',
        args: { password: contentPassword },
        answers: { schema: blocksSchema },
        permit: async (input, call) => {
          const { kind } = await itemOf(kinds, input, call);
          return contentPermissions(kind).read(input, call);
        },
        handle: async (input, call) => {
          const { kind, post } = await itemOf(kinds, input, call);
          const [subject] = await loadContent(contentView(kind, display), [post], new Set(['text']), call);
          const isOpen = subject?.isUnlocked ?? false;
          return reply({
            id: post.id,
            type: post.type,
            protected: post.password !== '',
            blocks:
              subject && isOpen
                ? await blockModels(post.content, (raw) => display.render.content(raw, subject.text))
                : [],
          });
        },
      }),
    ],
  };
}

interface Item {
  readonly kind: ContentKind;
  readonly post: Post;
}

async function itemOf(kinds: Core['kinds'], { id }: { readonly id?: number }, call: Call): Promise<Item> {
  const post = id === undefined ? null : await postById(id, call);
  const kind = post ? kinds.find(post.type) : undefined;
  if (!post || !kind) throw contentErrors.rest_post_invalid_id();
  return { kind, post };
}
