import type { Block } from '../../text/blocks/block.ts';
import { hasBlocks } from '../../text/blocks/delimiters.ts';
import { parseBlocks } from '../../text/blocks/parse-blocks.ts';
import type { JsonRecord } from '../../text/formats/json-value.ts';
import { isBlankText } from '../../text/scan/characters.ts';

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
