import type { AvatarModel, DateModel, PagingModel } from './basic-models.ts';
import type { Html } from './html.ts';

/** The comments of an entry and the form for a new one. */
export interface CommentsModel {
  /** Whether the entry has comments, or could get some. */
  readonly isShown: boolean;
  readonly count: number;
  readonly thread: readonly CommentModel[];
  readonly paging: PagingModel;
  /** Null where nobody, or this reader, cannot comment; `closed` then says why. */
  readonly form: CommentFormModel | null;
  readonly closed: string;
  /** Where to log in, for those who have to; empty for all others. */
  readonly loginUrl: string;
}

export interface CommentModel {
  readonly id: number;
  readonly url: string;
  readonly author: string;
  /** Empty where the author gave no address. */
  readonly authorUrl: string;
  /** Whether its author wrote the entry. */
  readonly isByEntryAuthor: boolean;
  /** Null where the site shows none. */
  readonly avatar: AvatarModel | null;
  readonly date: DateModel;
  readonly text: Html;
  /** Seen by its author only, until it is approved. */
  readonly isPending: boolean;
  /** A pingback or trackback from another site. */
  readonly isPing: boolean;
  /** Null where it cannot be replied to. */
  readonly replyUrl: string | null;
  readonly replies: readonly CommentModel[];
}

/** A form that posts `comment`, `author`, `email`, `url` and the hidden fields. */
export interface CommentFormModel {
  readonly action: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The name of a field that people leave empty; it must not be visible. */
  readonly trap: string;
  /** The name of the logged-in reader, who need not give one; empty for visitors. */
  readonly viewer: string;
  readonly requiresName: boolean;
  readonly replyingTo: { readonly name: string; readonly cancelUrl: string } | null;
  /** What was written before, where it has to be sent again. */
  readonly values: { readonly comment: string; readonly author: string; readonly email: string; readonly url: string };
}
