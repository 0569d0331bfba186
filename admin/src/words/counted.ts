/** A text with a number: one form for one, another for all other numbers. */
export const counted =
  (one: string, other: (count: string) => string) =>
  (count: number): string =>
    count === 1 ? one : other(count.toLocaleString());
