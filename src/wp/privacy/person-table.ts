import type { ExtensionTable } from '../../storage/store.ts';

export const personActions = ['export', 'erase'] as const;
export type PersonAction = (typeof personActions)[number];

/** `unconfirmed` waits for the person, `confirmed` for an administrator, `started` has a job that tells the rest. */
export const requestStates = ['unconfirmed', 'confirmed', 'started'] as const;
export type RequestState = (typeof requestStates)[number];

/** Somebody of whom the site may hold data: an account, a mail address, or both. */
export interface Person {
  /** 0 for somebody without an account. */
  readonly userId: number;
  readonly login: string;
  readonly emails: readonly string[];
  /** What the person is called; only for finding texts that mention them. */
  readonly names: readonly string[];
}

/** What is decided before an erasure. */
export interface ErasureChoices {
  /** Who becomes the author of what the person wrote; 0 where there is nothing. */
  readonly reassign: number;
  readonly uploads: 'reassign' | 'remove';
}

export const planActions = ['removed', 'anonymised', 'reassigned', 'kept'] as const;
export type PlanAction = (typeof planActions)[number];

/** How many things of a kind there are, and what an erasure does with them. */
export interface PlanRow {
  /** `comments`, `posts`, …; what an extension has is called `extension:NAME`. */
  readonly kind: string;
  readonly action: PlanAction;
  readonly count: number;
}

/** One wish for the data of a person, or for its end. After an erasure nothing in it tells who it was. */
export interface PersonRequestRow {
  id: number;
  action: PersonAction;
  state: RequestState;
  /** Null when the person is erased. */
  person: Person | null;
  choices: ErasureChoices;
  /** The account that asked; 0 for a visitor or the command line. */
  userId: number;
  /** Whether the person asked or confirmed: then the archive is theirs, else of who asked. */
  isOwn: number;
  reason: string;
  plan: readonly PlanRow[];
  /** Of the link in the mail: that confirms, then the one that the archive is fetched with. */
  tokenHash: string;
  tokenUntilMs: number;
  jobId: number;
  createdMs: number;
}

export const personRequestsTable: ExtensionTable<PersonRequestRow> = {
  name: 'person_requests',
  columns: {
    id: 'id',
    action: 'short',
    state: 'short',
    person: 'json',
    choices: 'json',
    userId: 'integer',
    isOwn: 'integer',
    reason: 'text',
    plan: 'json',
    tokenHash: 'short',
    tokenUntilMs: 'integer',
    jobId: 'integer',
    createdMs: 'integer',
  },
  key: 'id',
  indexes: [['tokenHash'], ['jobId'], ['createdMs']],
  isLogged: false,
};
