import type { Block } from '../../text/blocks/block.ts';
import { hasBlocks, parseBlocks } from '../../text/blocks/parse-blocks.ts';
import type { JsonRecord } from '../../text/json.ts';
import { isBlankText } from '../../text/scan.ts';
import { hasSources } from './block-type.ts';
import { blockTypes } from './block-types.ts';

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
    shown.map(async (block) => {
      const rendered = await render(textOf(block));
      return {
        name: block.name,
        attributes: await attributesOf(block, rendered, render),
        rendered,
        inner_blocks: depth < deepest ? await models(block.innerBlocks, render, depth + 1) : [],
      };
    }),
  );
}

/** Values are read from the HTML that readers see, without that of inner blocks. */
async function attributesOf(block: Block, rendered: string, render: Render): Promise<JsonRecord> {
  const type = blockTypes.get(block.name ?? '');
  if (!type) return block.attributes;
  // The parser and its tables are large: the first block that needs them loads them.
  const { readAttributes } = await import('./block-attributes.ts');
  const isWhole = block.innerBlocks.length === 0 || !hasSources(type);
  return readAttributes(block, type, isWhole ? rendered : await render(withoutInner(block)));
}

function withoutInner({ source, innerContent }: Block): string {
  const own = innerContent.filter((piece) => piece !== null).join('');
  return source.slice(0, source.indexOf('-->') + 3) + own + source.slice(source.lastIndexOf('<!--'));
}

/** Text between blocks is rendered by the rules of blocks too. */
const textOf = ({ name, source }: Block): string =>
  name === null ? `<!-- wp:freeform -->${source}<!-- /wp:freeform -->` : source;
