import { refuseParams } from '../../api/arguments.ts';
import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentItem } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import type { TextWork } from '../../background/text-work.ts';
import { defineErrors } from '../../lib/errors.ts';
import { type Members, Refusal, type Schema, s } from '../../lib/schema/schema.ts';
import { accept } from '../../lib/schema/validate.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import { readBlockAttributes } from '../../text/blocks/block.ts';
import { writeDelimiter } from '../../text/blocks/parse-blocks.ts';
import type { JsonRecord } from '../../text/json.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { factsOf, postById } from '../posts/content-permissions.ts';
import { contextOfTexts } from '../posts/content-subject.ts';
import type { ContentDisplay } from '../posts/content-view.ts';

/** Errors of the block renderer. */
export const rendererErrors = defineErrors({
  block_invalid: { status: 404, message: () => 'There is no block of this name that the server renders.' },
  block_cannot_read: { status: 'denied', message: () => 'You may not render blocks here.' },
});

interface BlockAttribute {
  readonly type: string | readonly string[];
  readonly enum?: unknown;
}
type BlockAttributes = Readonly<Record<string, BlockAttribute>>;

export interface RendererContext {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
  readonly textWork: TextWork;
  /** The attributes of a block that the server renders; undefined for any other. */
  readonly attributesOf: (name: string) => BlockAttributes | undefined;
}

/** `/wp/v2/block-renderer/…`: the HTML of one block with the attributes that an editor sends, on its own or for a post. */
export function blockRenderer(context: RendererContext): RouteModule {
  const { kinds, display, textWork, attributesOf } = context;
  return {
    routes: [
      route({
        method: ['GET', 'POST'],
        path: '/wp/v2/block-renderer/{name:block}',
        summary: 'Render a block.',
        args: {
          context: s.string({
            enum: ['edit'],
            default: 'view',
            description: 'Must be `edit`: what is rendered is for editors.',
          }),
          attributes: s.object({
            pass: 2,
            emptyList: true,
            published: { default: [] },
            description: 'Attributes of the block.',
          }),
          post_id: s.integer({ description: 'Id of the post that the block is in.' }),
        },
        refuse: (input): Readonly<Record<string, Refusal>> | null => {
          if (input.context !== 'edit') return { context: onlyForEditors };
          return 'attributes' in input ? null : { attributes: noAttributes };
        },
        permit: ({ post_id: id }, call) => permitRendering(kinds, id, call),
        shareable: false,
        handle: async ({ name, attributes, post_id: postId = 0, context: shown }, call) => {
          const known = attributesOf(name);
          if (!known) throw rendererErrors.block_invalid();
          const accepted = acceptAttributes(known, attributes ?? {});
          if (accepted instanceof Refusal) throw refuseParams({ attributes: accepted }, call);
          const raw = writeDelimiter({ kind: 'void', name }, accepted);
          const text = await contextOfTexts({ ...display, textWork }, [{ raw, postId }], call);
          const rendered = await display.render.blocks(raw, { ...text, postId });
          return reply(await presentItem(renderedBlock, { rendered }, call, shown));
        },
        resource: renderedBlock,
      }),
    ],
  };
}

/** Attributes that are no object have no name of their own to be refused by. */
const noAttributes = new Refusal('attributes must be an object.', 'rest_invalid_type', { param: '' });
const onlyForEditors = new Refusal('context must be edit.', 'rest_not_in_enum');

/** Whoever may edit posts may render blocks; for a post, whoever may edit that post. */
async function permitRendering(kinds: ContentKinds, id: number | undefined, call: Call): Promise<void> {
  if (id === undefined || id === 0) {
    if (!call.caller.can('edit_posts')) throw rendererErrors.block_cannot_read();
    return;
  }
  const post = await postById(id, call);
  const kind = post ? kinds.find(post.type) : undefined;
  if (!post || !kind || !canEditPost(call.caller, kind.type, await factsOf(post, call)))
    throw rendererErrors.block_cannot_read();
}

/** The attributes as the types of a block have them, or the first that is refused. */
function acceptAttributes(known: BlockAttributes, sent: Members): JsonRecord | Refusal {
  const accepted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const type = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!type) return new Refusal(`The block has no attribute ${name}.`, 'rest_additional_properties_forbidden');
    const one = accept(schemaOf(type), value, `[${name}]`);
    if (one instanceof Refusal) return one;
    accepted[name] = one;
  }
  return readBlockAttributes(JSON.stringify(accepted));
}

/** A list of anything. */
const { items: _items, ...anyList } = s.array(s.scalar());

const schemas: Readonly<Record<string, Schema>> = {
  string: s.string(),
  number: s.number(),
  integer: s.integer(),
  boolean: s.boolean(),
  array: anyList,
  object: s.object({ emptyList: true }),
};

/** Formatted text is sent as text; of several types the first counts. */
function schemaOf({ type, enum: words }: BlockAttribute): Schema {
  const schema = schemas[[type].flat()[0] ?? ''] ?? s.string();
  const texts = Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
  return texts.length > 0 ? { ...schema, enum: texts } : schema;
}

interface RenderedBlock {
  readonly rendered: string;
}

const renderedBlock = defineResource({
  title: 'rendered-block',
  schemaUri: 'http://json-schema.org/schema#',
  fields: {
    rendered: fieldsOf<RenderedBlock>()({
      schema: s.string({ required: true, description: 'HTML of the block.' }),
      contexts: ['edit'],
      read: (block) => block.rendered,
    }),
  },
  links: [],
  load: async (blocks: readonly RenderedBlock[]) => blocks,
});
