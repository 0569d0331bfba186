/** Any item of the interface. */
export interface Item {
  readonly id: number | string;
  readonly [field: string]: unknown;
}

/** A collection of the site that somebody keeps a copy of. */
export interface CopiedType {
  /** Its name in the change feed: `post`, `category`. */
  readonly name: string;
  /** The list of the interface that has its items. */
  readonly path: string;
}

/** What a copy of one type has to do. */
export interface TypeUpdate {
  /** Items that are new or have changed. */
  readonly items: readonly Item[];
  /** Whether an item of the copy is not on the site any more. */
  isGone(id: number): boolean;
}

/** What a site has, or what has changed on it since an earlier reading. */
export interface SiteReading {
  /** Where the next reading goes on. */
  readonly cursor: string;
  readonly isWhole: boolean;
  /** The types that it has something of. */
  readonly types: Iterable<string>;
  of(type: string): TypeUpdate;
}

/** Everything of a type: what is not in it is gone. */
export const wholeType = (items: ReadonlyMap<number, Item>): TypeUpdate => ({
  items: [...items.values()],
  isGone: (id) => !items.has(id),
});

const publicStatuses: readonly unknown[] = [undefined, 'publish', 'inherit', 'approved', 'approve'];

/** Whether visitors see it: an account may also see drafts, which no public page shows. */
export const isPublic = ({ status }: Item): boolean => publicStatuses.includes(status);
