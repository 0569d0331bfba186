import type { CommentFacts } from '../../api/variant.ts';
import type { Caller } from '../../rules/capabilities.ts';
import { isShownType, type PostType, type ShownPostType } from '../../rules/post-types.ts';
import { commentEditVisibility, commentVisibility, noteType } from '../../rules/post-visibility.ts';
import type { CommentVisibility } from '../../rules/visibility.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';

/** The dependencies that the files of this resource share; built once. */
export interface CommentContext extends CoreContext {
  readonly kinds: ContentKinds;
  /** The types that the interface shows, which can be commented on. */
  readonly shownTypes: readonly ShownPostType[];
  readonly visibility: CommentVisibilityRules;
}

export function commentContext(core: CoreContext, kinds: ContentKinds): CommentContext {
  const shownTypes = core.types.filter(isShownType);
  return { ...core, kinds, shownTypes, visibility: createCommentVisibilityRules(shownTypes, core.variant.comments) };
}

/** What a caller may read and edit of comments. Computed once per caller. */
export interface CommentVisibilityRules {
  /** `unlockedPostIds` are protected posts whose password was sent with the request. */
  readable(caller: Caller, unlockedPostIds?: readonly number[]): CommentVisibility;
  editable(caller: Caller): CommentVisibility;
}

export function createCommentVisibilityRules(
  types: readonly PostType[],
  { changedBy, notes }: Pick<CommentFacts, 'changedBy' | 'notes'>,
): CommentVisibilityRules {
  // Clients of a variant without notes would take them for comments.
  const shown = notes ? (all: CommentVisibility) => all : withoutNotes;
  const readable = oncePerCaller((caller) => shown(commentVisibility(caller, types, { changedBy })));
  return {
    readable: (caller, unlocked = []) =>
      unlocked.length > 0
        ? shown(commentVisibility(caller, types, { unlockedPostIds: unlocked, changedBy }))
        : readable(caller),
    editable: oncePerCaller((caller) => shown(commentEditVisibility(caller, types, changedBy))),
  };
}

const withoutNotes = ({ anyOf }: CommentVisibility): CommentVisibility => ({
  anyOf: anyOf.map((clause) => (clause.types ? clause : { ...clause, notTypes: [noteType] })),
});

function oncePerCaller(work: (caller: Caller) => CommentVisibility): (caller: Caller) => CommentVisibility {
  const known = new WeakMap<Caller, CommentVisibility>();
  return (caller) => {
    const visibility = known.get(caller) ?? work(caller);
    known.set(caller, visibility);
    return visibility;
  };
}
