import type { Args } from '../schema/schema.ts';
import { accept, Refusal } from '../schema/validate.ts';
import type { JsonRecord } from '../text/formats/json-value.ts';
import type { BlockRenderer } from '../text/render-context.ts';
import type { Guarding } from './call-extension.ts';
import { checkedHtml } from './checked-html.ts';
import type { ExtensionBlock } from './extension-blocks.ts';

/** Blocks that show the HTML stored in them after a fault. Their texts are not cached: they may show anything. */
export function guardBlocks({ extension, guard }: Guarding): readonly BlockRenderer[] {
  return (extension.blocks ?? []).map(({ name, attributes: declared, render }) => ({
    name,
    isDynamic: true,
    render: ({ attributes }, inner, { postId, siteUrl }) => {
      const made = guard.runSync(`block ${name}`, () =>
        checkedHtml(render(acceptedAttributes(declared, attributes), { inner, postId, siteUrl }), 'block'),
      );
      return made.ok ? made.value : inner;
    },
  }));
}

/** The declared attributes of a block; the default counts for one that is left out or of another type. */
function acceptedAttributes(declared: Args, written: JsonRecord): Parameters<ExtensionBlock['render']>[0] {
  const accepted = Object.entries(declared).map(([name, schema]) => {
    const value = written[name];
    const shaped = value === undefined || value === null ? undefined : accept(schema, value, name);
    return [name, shaped === undefined || shaped instanceof Refusal ? schema.default : shaped] as const;
  });
  // Each value was accepted by its schema, which is what the function's type is made from.
  return Object.fromEntries(accepted) as never;
}
