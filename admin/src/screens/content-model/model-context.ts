import { createContext, useContext } from 'react';
import type { Targets } from './member-fields.ts';
import type { MetaObject, Section } from './model.ts';

interface EditedOwner {
  readonly section: Section;
  /** What the fields belong to. */
  readonly object: MetaObject;
  readonly targets: Targets;
}

/** What the controls of a declaration know of the rest of the model. */
export const ModelContext = createContext<EditedOwner>({
  section: 'fieldSets',
  object: 'post',
  targets: { posts: [], terms: [], users: [] },
});

export const useEditedOwner = (): EditedOwner => useContext(ModelContext);
