import type { Call } from '../../api/call.ts';
import type { BlockData, NeededByBlocks } from '../../text/blocks/block-needs.ts';

/** Loads what the dynamic blocks of texts need, all at once. */
export type BlockSource = (needed: NeededByBlocks, call: Call) => Promise<BlockData>;
