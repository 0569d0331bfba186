/** What the script that starts a WordPress tells of it. */
export interface WordpressFacts {
  readonly url: string;
  readonly api: string;
  /** The folder of the installation. */
  readonly root: string;
  readonly uploads: string;
  readonly debugLog: string;
  readonly databaseUrl: string;
  readonly prefix: string;
  readonly passwords: Readonly<Record<CastRole, CastMember>>;
}

export type CastRole = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber';

export interface CastMember {
  readonly id: number;
  readonly login: string;
  readonly account: string;
  readonly application: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The one whose database is shared. */
    wordpress: WordpressFacts;
    /** One that stands alone, to import into. */
    emptyWordpress: WordpressFacts;
  }
}
