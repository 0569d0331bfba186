/** The typed keys of an object literal, which has no other keys than its type. */
export function keysOf<T extends object>(record: T): (keyof T & string)[] {
  // A literal has exactly the members of its type; do not pass values from elsewhere.
  return Object.keys(record) as (keyof T & string)[];
}
