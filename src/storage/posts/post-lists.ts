/** The tables with posts in the order of lists and with their counts, beside the tables of the content. */
export interface PostLists {
  /** Whether the database itself keeps them with every write, so that they are right in every state of it. */
  areKept(): boolean;
  /** Whether they hold exactly what the content holds now. */
  areCurrent(): boolean | Promise<boolean>;
  /** To be called when a count was added up of many parts. */
  fold(): void;
}

export const keptLists: PostLists = { areKept: () => true, areCurrent: () => true, fold: () => {} };

/** The lists of one state of the database, which was begun when they were kept, or not. */
export const listsOfState = (areKept: boolean): PostLists => ({
  areKept: () => areKept,
  areCurrent: () => areKept,
  fold: () => {},
});
