import type { Caller } from '../../rules/capabilities.ts';
import type { PostType } from '../../rules/post-types.ts';
import { editVisibility, readVisibility } from '../../rules/post-visibility.ts';
import type { Visibility } from '../../rules/visibility.ts';

/** What a caller may read and edit of one type. Computed once per caller. */
export interface ContentVisibilityRules {
  readable(caller: Caller): Visibility;
  editable(caller: Caller): Visibility;
}

export function createContentVisibilityRules(type: PostType, shown: readonly PostType[]): ContentVisibilityRules {
  // The visibility of attached rows depends on their parents, so the types of the parents are needed as well.
  const types = type.inheritsFromParent ? shown : [type];
  return {
    readable: oncePerCaller((caller) => readVisibility(caller, types)),
    editable: oncePerCaller((caller) => editVisibility(caller, types)),
  };
}

function oncePerCaller(work: (caller: Caller) => Visibility): (caller: Caller) => Visibility {
  const known = new WeakMap<Caller, Visibility>();
  return (caller) => {
    const found = known.get(caller);
    if (found) return found;
    const visibility = work(caller);
    known.set(caller, visibility);
    return visibility;
  };
}
