import type { Args, InputOf } from '../schema/schema.ts';

/** What a block is given besides its attributes. */
export interface ExtensionBlockCall {
  /** The HTML that is stored in the block, with its inner blocks rendered. */
  readonly inner: string;
  /** The post whose text it is; 0 where there is none. */
  readonly postId: number;
  /** The site's URL without a trailing slash. */
  readonly siteUrl: string;
}

/** A block that an extension renders; `defineBlock` makes one. */
export interface ExtensionBlock {
  readonly name: string;
  readonly attributes: Args;
  /** The attributes have the types that their schemas say. */
  readonly render: (attributes: never, call: ExtensionBlockCall) => string;
}

interface BlockDefinition<A extends Args> {
  /** The name with its namespace, such as `shop/cart`; the namespace `core` is taken. */
  readonly name: string;
  /** What its comment may hold. An attribute of another type counts as left out. */
  readonly attributes?: A;
  /** The HTML of a block, at once: it cannot wait. */
  readonly render: (attributes: InputOf<A>, call: ExtensionBlockCall) => string;
}

/** Defines a block. The types of its attributes reach its function. */
export const defineBlock = <const A extends Args = Readonly<Record<never, never>>>(
  block: BlockDefinition<A>,
): ExtensionBlock => ({ name: block.name, attributes: block.attributes ?? {}, render: block.render });

/** Whether a name is one that an extension may use. */
export const isBlockName = (name: unknown): boolean =>
  typeof name === 'string' && /^(?!core\/)[a-z][a-z0-9_-]*\/[a-z][a-z0-9_-]*$/.test(name);
