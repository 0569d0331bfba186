/** What callers of the store may know about its database. */
export interface DialectFacts {
  readonly name: 'sqlite' | 'mariadb';
  /** Whether another program may write to the same tables. */
  readonly sharedWithOthers: boolean;
}
