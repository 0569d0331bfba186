import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import type { Post } from '../../storage/rows.ts';
import { blockModels } from '../block-types/block-model.ts';
import { blockDefinitions, blockList } from '../block-types/block-schema.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { contentPermissions, postById } from '../posts/content-permissions.ts';
import { contentPassword } from '../posts/content-routes.ts';
import { loadContent } from '../posts/content-subject.ts';
import { type ContentDisplay, contentView } from '../posts/content-view.ts';

const blocksSchema = json.object({
  id: json.integer,
  type: json.string,
  protected: json.boolean,
  blocks: blockList,
});

/** The blocks of an item as data. Whoever may read the item may read them; a password locks them with its texts. */
export function blockRoutes({
  kinds,
  display,
}: {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
}): RouteModule {
  return {
    definitions: blockDefinitions,
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/content/{id:int}/blocks',
        summary: 'Show the blocks of an item, each with its attributes and its HTML.',
        args: { password: contentPassword },
        response: { schema: blocksSchema },
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

async function itemOf(kinds: ContentKinds, { id }: { readonly id?: number }, call: Call): Promise<Item> {
  const post = id === undefined ? null : await postById(id, call);
  const kind = post ? kinds.find(post.type) : undefined;
  if (!post || !kind) throw contentErrors.rest_post_invalid_id();
  return { kind, post };
}
