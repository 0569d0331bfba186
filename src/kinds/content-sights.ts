import type { Caller } from '../content/capabilities.ts';
import type { PostType } from '../content/post-types.ts';
import type { Sight } from '../content/sight.ts';
import { editSight, readSight } from '../content/visibility.ts';

/** What a caller may read and edit of one type. Worked out once per caller. */
export interface ContentSights {
  readable(caller: Caller): Sight;
  editable(caller: Caller): Sight;
}

export function createContentSights(type: PostType, shown: readonly PostType[]): ContentSights {
  // What hangs on other rows is judged by them, so their types count as well.
  const types = type.inheritsFromParent ? shown : [type];
  return {
    readable: oncePerCaller((caller) => readSight(caller, types)),
    editable: oncePerCaller((caller) => editSight(caller, types)),
  };
}

function oncePerCaller(work: (caller: Caller) => Sight): (caller: Caller) => Sight {
  const known = new WeakMap<Caller, Sight>();
  return (caller) => {
    const found = known.get(caller);
    if (found) return found;
    const sight = work(caller);
    known.set(caller, sight);
    return sight;
  };
}
