import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { type JsonSchema, json } from '../../lib/schema/json-schema.ts';
import type { Post } from '../../storage/rows.ts';
import type { Block } from '../../text/blocks/block.ts';
import { hasBlocks, parseBlocks } from '../../text/blocks/parse-blocks.ts';
import type { JsonRecord } from '../../text/json.ts';
import { isBlankText } from '../../text/scan.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { contentPermissions, postById } from '../posts/content-permissions.ts';
import { contentPassword } from '../posts/content-routes.ts';
import { loadContent } from '../posts/content-subject.ts';
import { type ContentDisplay, contentView } from '../posts/content-view.ts';

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
export function blockRoutes({
  kinds,
  display,
}: {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
}): RouteModule {
  return {
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

/** A block as clients see it. */
export interface BlockModel {
  /** Null for text between blocks. */
  readonly name: string | null;
  readonly attributes: JsonRecord;
  readonly rendered: string;
  readonly inner_blocks: readonly BlockModel[];
}

/** Blocks that are deeper are only in the HTML of those around them: the answer does not grow with the depth. */
const deepest = 8;

type Render = (raw: string) => string | Promise<string>;

/** The blocks of a stored text; a text without any is one piece without a name. */
export async function blockModels(raw: string, render: Render): Promise<readonly BlockModel[]> {
  if (hasBlocks(raw)) return models(parseBlocks(raw), render, 1);
  return isBlankText(raw) ? [] : [{ name: null, attributes: {}, rendered: await render(raw), inner_blocks: [] }];
}

function models(blocks: readonly Block[], render: Render, depth: number): Promise<readonly BlockModel[]> {
  const shown = blocks.filter(({ name, source }) => name !== null || !isBlankText(source));
  return Promise.all(
    shown.map(async (block) => ({
      name: block.name,
      attributes: block.attributes,
      rendered: await render(textOf(block)),
      inner_blocks: depth < deepest ? await models(block.innerBlocks, render, depth + 1) : [],
    })),
  );
}

/** Text between blocks is rendered by the rules of blocks too. */
const textOf = ({ name, source }: Block): string =>
  name === null ? `<!-- wp:freeform -->${source}<!-- /wp:freeform -->` : source;
