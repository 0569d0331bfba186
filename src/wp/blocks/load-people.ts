import { needKey } from '../../text/blocks/block-needs.ts';
import type { BlockLoader } from './block-work.ts';
import { shownPeople } from './shown-people.ts';

/** Users that blocks name: authors of what is published, as in the interface. */
export const loadPeople: BlockLoader = async (needed, loaded, work) => {
  const ids = [...new Set(needed.person.values())].filter((id) => id > 0);
  if (ids.length === 0) return;
  const { store, caller } = work.call;
  const types = [...work.kinds].map(({ type }) => type).filter((type) => type.public && !type.inheritsFromParent);
  const authors = await store.posts.authorsWith(
    types.map(({ name }) => name),
    ['publish'],
    ids,
  );
  const seen = ids.filter((id) => authors.has(id) || id === caller.userId || caller.can('list_users'));
  for (const [id, person] of await shownPeople(seen, work)) loaded.person.set(needKey(id), person);
};
