import type { Words } from '../../words/en.ts';
import { roleName, roles } from '../users/roles.ts';
import type { Choice, Targets } from './member-fields.ts';
import type { ContentModel, OwnerDeclared } from './model.ts';
import { fieldSetOwner, type Owned, type Owner } from './owners.ts';
import type { modelWords } from './words.ts';

type Own = (typeof modelWords)['en'];

/** Everything that a field can lead to, and that types and taxonomies can name. */
export function targetsIn({ declarations, fixed }: ContentModel, words: Words, self: readonly Choice[]): Targets {
  return {
    posts: [...self, ...fixed.postTypes.map(fixedChoice), ...declarations.postTypes.map(declaredChoice)],
    terms: [...fixed.taxonomies.map(fixedChoice), ...declarations.taxonomies.map(declaredChoice)],
    users: roles.map((role) => ({ value: role, label: roleName(words, role) })),
  };
}

const fixedChoice = ({ name, labels }: ContentModel['fixed']['postTypes'][number]): Choice => ({
  value: name,
  label: labels.name || name,
});

const declaredChoice = ({ name, labels }: OwnerDeclared): Choice => ({ value: name, label: labels?.['name'] ?? name });

/** What fields belong to, in words. */
export function ownedName({ object, subtype }: Owned, { declarations, fixed }: ContentModel, own: Own): string {
  if (object === 'user' || object === 'comment') return own.owners[object];
  if (object === 'post' && subtype === 'attachment') return own.owners.attachment;
  if (subtype === null) return own.owners[object];
  const [known, made] =
    object === 'post' ? [fixed.postTypes, declarations.postTypes] : [fixed.taxonomies, declarations.taxonomies];
  return (
    known.find(({ name }) => name === subtype)?.labels.name ??
    made.find(({ name }) => name === subtype)?.labels?.['name'] ??
    subtype
  );
}

/** The heading of the screen of an owner. */
export function ownerTitle(owner: Owner, id: string | null, model: ContentModel, own: Own): string {
  if (id === null) return owner.section === 'postTypes' ? own.newType : own.newTaxonomy;
  const name = ownedName(owner.owned(id), model, own);
  return owner === fieldSetOwner ? own.fieldSetTitle(name) : name;
}

/** What can have fields besides its own: accounts, comments, files, and what is declared elsewhere. */
export function fieldSetTargets({ fixed }: ContentModel): readonly Owned[] {
  return [
    { object: 'user', subtype: null },
    { object: 'comment', subtype: null },
    { object: 'post', subtype: 'attachment' },
    ...fixed.postTypes
      .filter(({ name }) => name !== 'attachment')
      .map(({ name }) => ({ object: 'post' as const, subtype: name })),
    ...fixed.taxonomies.map(({ name }) => ({ object: 'term' as const, subtype: name })),
  ];
}
