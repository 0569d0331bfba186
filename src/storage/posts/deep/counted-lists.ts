/** The lists whose rows are counted in blocks, by the number that their blocks have. */
export const countedLists = { date: 0, modified: 1, title: 2, slug: 3, id: 4, dateOfAuthor: 5, dateOfTerm: 6 } as const;

/** A block with more rows than this becomes two. */
export const mostRows = 2_048;
