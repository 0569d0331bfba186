/** What dynamic blocks can ask for: what they say when they ask, and what is loaded for it. All of it is plain data. */
export interface BlockNeeds {
  /** The text of a reusable block, asked for by its id. */
  reusable: { asked: number; loaded: string };
}

export type BlockNeedKind = keyof BlockNeeds;

/** Asks for something to be loaded. */
export type AskFor = <Kind extends BlockNeedKind>(kind: Kind, asked: BlockNeeds[Kind]['asked']) => void;

/** Everything that was asked for, once each, by its key. */
export type NeededByBlocks = { readonly [Kind in BlockNeedKind]: ReadonlyMap<string, BlockNeeds[Kind]['asked']> };

/** Everything that was loaded, by the key of what was asked. */
export type BlockData = { readonly [Kind in BlockNeedKind]: ReadonlyMap<string, BlockNeeds[Kind]['loaded']> };

/** The key under which something asked for is loaded. */
export const needKey = (asked: BlockNeeds[BlockNeedKind]['asked']): string => JSON.stringify(asked);

/** What was loaded for something asked for; undefined where there is none. */
export function loadedFor<Kind extends BlockNeedKind>(
  data: BlockData | undefined,
  kind: Kind,
  asked: BlockNeeds[Kind]['asked'],
): BlockNeeds[Kind]['loaded'] | undefined {
  return data?.[kind].get(needKey(asked));
}
