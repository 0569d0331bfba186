import type { HookRefusal } from './hook-refusal.ts';
import type {
  CommentHookDraft,
  FormHookDraft,
  HookComment,
  HookForm,
  HookMedia,
  HookPost,
  HookSettings,
  HookTerm,
  HookUser,
  MediaHookDraft,
  PostHookDraft,
  SettingsHookDraft,
  TermHookDraft,
  UserHookDraft,
} from './hook-values.ts';

interface Kind<Item, Draft, Before extends string, After extends string> {
  readonly item: Item;
  readonly draft: Draft;
  readonly before: Before;
  readonly after: After;
}

type Written = 'create' | 'update';
type Removed = 'trash' | 'delete';

/** The kinds of things that hooks are about, with their actions. */
export interface HookKinds {
  readonly post: Kind<
    HookPost,
    PostHookDraft,
    Written | 'publish' | Removed,
    Written | 'publish' | Removed | 'restore'
  >;
  readonly media: Kind<HookMedia, MediaHookDraft, Written | Removed, Written | Removed | 'restore'>;
  readonly term: Kind<HookTerm, TermHookDraft, Written | 'delete', Written | 'delete'>;
  readonly comment: Kind<HookComment, CommentHookDraft, Written | Removed, Written | 'approve' | Removed | 'restore'>;
  readonly user: Kind<HookUser, UserHookDraft, Written | 'delete', Written | 'delete'>;
  readonly settings: Kind<HookSettings, SettingsHookDraft, 'update', 'update'>;
  readonly form: Kind<HookForm, FormHookDraft, 'submit', 'submit'>;
}

export type HookKind = keyof HookKinds;
export type HookItem<K extends HookKind> = HookKinds[K]['item'];
export type HookDraft<K extends HookKind> = HookKinds[K]['draft'];
export type BeforeAction<K extends HookKind> = HookKinds[K]['before'];
export type AfterAction<K extends HookKind> = HookKinds[K]['after'];

/** What is about to happen. */
export interface BeforeEvent<K extends HookKind, A extends BeforeAction<K> = BeforeAction<K>> {
  readonly kind: K;
  readonly action: A;
  /** The item as it is now; null where it is about to be created. */
  readonly item: HookItem<K> | null;
  /** The values that were requested; empty for `trash` and `delete`. */
  readonly draft: Readonly<HookDraft<K>>;
  /** Who asks; 0 for a visitor or the program itself. */
  readonly userId: number;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

/** What a hook answers before a write: nothing, values to change, or a refusal. */
export type BeforeAnswer<K extends HookKind, A extends BeforeAction<K>> =
  | undefined
  // A hook that returns nothing is the usual case.
  // biome-ignore lint/suspicious/noConfusingVoidType: functions without a return statement are of type void
  | void
  | HookRefusal
  | (A extends Removed ? never : Partial<HookDraft<K>>);

/** What has happened and is committed. It is told at least once, in order per item. */
export interface AfterEvent<K extends HookKind, A extends AfterAction<K> = AfterAction<K>> {
  /** The same for every repetition of the event. */
  readonly id: number;
  readonly kind: K;
  readonly action: A;
  /** The item as it was right after the write, or right before it was deleted. */
  readonly item: HookItem<K>;
  readonly userId: number;
  /** When it happened, in milliseconds since the epoch. */
  readonly atMs: number;
  /** 1 for the first time it is told. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** A file that something is proposed for. */
export interface ProposeEvent {
  readonly kind: 'media';
  readonly action: 'altText';
  readonly item: HookMedia;
  /** The public address of the file. */
  readonly url: string;
  /** Who asks. */
  readonly userId: number;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

/** The hooks of an extension. Each gets its event and what the extension may use. */
export interface HookTable<Host> {
  /** Whether a write is refused if a hook before it throws, is late or answers nonsense; without it the write goes on. */
  readonly mustAnswer?: boolean;
  readonly before?: {
    readonly [K in HookKind]?: {
      readonly [A in BeforeAction<K>]?: (
        event: BeforeEvent<K, A>,
        host: Host,
      ) => BeforeAnswer<K, A> | Promise<BeforeAnswer<K, A>>;
    };
  };
  readonly after?: {
    readonly [K in HookKind]?: {
      readonly [A in AfterAction<K>]?: (event: AfterEvent<K, A>, host: Host) => void | Promise<void>;
    };
  };
  /** What is proposed to a person, who may take it over. Nothing is written. */
  readonly propose?: {
    readonly media?: {
      /** What a picture shows, in a sentence; nothing where there is nothing to propose. */
      readonly altText?: (event: ProposeEvent, host: Host) => string | undefined | Promise<string | undefined>;
    };
  };
}

type Actions = {
  readonly [K in HookKind]: {
    readonly before: readonly BeforeAction<K>[];
    readonly after: readonly AfterAction<K>[];
    readonly propose?: readonly string[];
  };
};

/** The same at run time. */
export const hookActions: Actions = {
  post: {
    before: ['create', 'update', 'publish', 'trash', 'delete'],
    after: ['create', 'update', 'publish', 'trash', 'restore', 'delete'],
  },
  media: {
    before: ['create', 'update', 'trash', 'delete'],
    after: ['create', 'update', 'trash', 'restore', 'delete'],
    propose: ['altText'],
  },
  term: { before: ['create', 'update', 'delete'], after: ['create', 'update', 'delete'] },
  comment: {
    before: ['create', 'update', 'trash', 'delete'],
    after: ['create', 'update', 'approve', 'trash', 'restore', 'delete'],
  },
  user: { before: ['create', 'update', 'delete'], after: ['create', 'update', 'delete'] },
  settings: { before: ['update'], after: ['update'] },
  form: { before: ['submit'], after: ['submit'] },
};
