import type { Values } from '../fields/form-state.ts';
import { membersOf, rowsOf } from '../fields/paths.ts';
import { roles } from '../users/roles.ts';
import { rowsFrom, said, tableFrom } from './field-rows.ts';
import type {
  Declarations,
  FieldSetDeclared,
  FieldTable,
  MetaObject,
  OwnerDeclared,
  Rename,
  Section,
} from './model.ts';
import { nameFrom, nameRules, namesOf } from './names.ts';

/** What the fields of an owner belong to. */
export interface Owned {
  readonly object: MetaObject;
  readonly subtype: string | null;
}

/** Something that has fields: its form, and its place among the declarations. */
export interface Owner {
  readonly section: Section;
  owned(id: string): Owned;
  /** Its number in its section; -1 where it is not declared. */
  find(declarations: Declarations, id: string): number;
  /** What its form shows; of a new one without a declaration. */
  valuesOf(declared: unknown): Values;
  /** What its form says, with what the form does not show of the stored one. */
  declaredFrom(values: Values, stored: unknown, id: string | null): OwnerDeclared | FieldSetDeclared;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const words = (value: unknown): readonly string[] => rowsOf(value).map(String);

const usualSupports = ['title', 'editor'];
const usualGrants: Values = { administrator: 'all', editor: 'all' };
const noGrants: Values = Object.fromEntries(roles.map((role) => [role, 'none']));

export const typeOwner: Owner = {
  section: 'postTypes',
  owned: (id) => ({ object: 'post', subtype: id }),
  find: ({ postTypes }, id) => postTypes.findIndex(({ name }) => name === id),
  valuesOf(declared) {
    const stored = membersOf(declared);
    const { labels, hasArchive = false, capabilityType = 'post', restBase, tabs } = stored;
    const [capability = '', plural = ''] = [capabilityType].flat().map(String);
    const isOwn = capability !== 'post' && capability !== 'page';
    return {
      ...common(stored),
      plural: text(membersOf(labels)['name']),
      icon: text(stored['icon']),
      public: stored['public'] !== false,
      supports: words(stored['supports'] ?? usualSupports),
      taxonomies: words(stored['taxonomies']),
      archive: typeof hasArchive === 'string' ? 'own' : hasArchive ? 'yes' : 'no',
      archivePath: text(hasArchive),
      rights: isOwn ? 'own' : capability,
      capability: isOwn ? capability : '',
      capabilityPlural: isOwn ? plural : '',
      roles: { ...noGrants, ...membersOf(stored['roles'] ?? usualGrants) },
      isShown: restBase !== null,
      fields: withTabLabels(rowsFrom(tableIn(stored)), membersOf(tabs)),
    };
  },
  declaredFrom(values, declared, id) {
    const stored = membersOf(declared);
    const name = id ?? ownName(values, nameRules.type);
    const { rows, tabs } = withTabNames(values['fields'], membersOf(stored['tabs']));
    const fields = tableFrom(rows, { isInner: false, object: 'post', self: name });
    return {
      ...said('meta', stored['meta']),
      ...commonFrom(values, stored, name),
      ...said('icon', text(values['icon'])),
      ...(values['public'] === false ? { public: false } : {}),
      supports: words(values['supports']),
      ...said('taxonomies', words(values['taxonomies'])),
      ...said('hasArchive', values['archive'] === 'own' ? text(values['archivePath']) : values['archive'] === 'yes'),
      ...rightsFrom(values, name),
      ...(Object.keys(fields).length > 0 ? { fields } : {}),
      ...(Object.keys(tabs).length > 0 ? { tabs } : {}),
    };
  },
};

export const taxonomyOwner: Owner = {
  section: 'taxonomies',
  owned: (id) => ({ object: 'term', subtype: id }),
  find: ({ taxonomies }, id) => taxonomies.findIndex(({ name }) => name === id),
  valuesOf(declared) {
    const stored = membersOf(declared);
    return {
      ...common(stored),
      postTypes: words(stored['postTypes']),
      nestedLinks: stored['nestedLinks'] === true,
      showCloud: stored['showCloud'] !== false,
      capabilities: membersOf(stored['capabilities']),
      isShown: stored['restBase'] !== null,
      fields: rowsFrom(tableIn(stored)),
    };
  },
  declaredFrom(values, declared, id) {
    const stored = membersOf(declared);
    const name = id ?? ownName(values, nameRules.taxonomy);
    const fields = tableFrom(values['fields'], { isInner: false, object: 'term' });
    const capabilities = Object.assign(
      {},
      ...Object.entries(membersOf(values['capabilities'])).map(([act, capability]) => said(act, text(capability))),
    );
    return {
      ...said('meta', stored['meta']),
      ...commonFrom(values, stored, name),
      ...said('postTypes', words(values['postTypes'])),
      ...said('nestedLinks', values['nestedLinks']),
      ...(values['showCloud'] === false ? { showCloud: false } : {}),
      ...(Object.keys(capabilities).length > 0 ? { capabilities } : {}),
      ...(Object.keys(fields).length > 0 ? { fields } : {}),
    };
  },
};

/** Fields of something that is declared elsewhere; its id is `user` or `post.page`. */
export const fieldSetOwner: Owner = {
  section: 'fieldSets',
  owned(id) {
    const [object = '', ...subtype] = id.split('.');
    // Addresses are made of the list of what can have fields.
    return { object: object as MetaObject, subtype: subtype.join('.') || null };
  },
  find: ({ fieldSets }, id) => fieldSets.findIndex((set) => fieldSetId(set) === id),
  valuesOf: (declared) => ({ fields: rowsFrom(tableIn(membersOf(declared))) }),
  declaredFrom(values, _stored, id) {
    const { object, subtype } = fieldSetOwner.owned(id ?? '');
    return {
      object,
      ...(subtype === null ? {} : { subtype }),
      fields: tableFrom(values['fields'], { isInner: false, object }),
    };
  },
};

export const fieldSetId = ({
  object,
  subtype,
}: {
  readonly object: string;
  readonly subtype?: string | null;
}): string => (subtype ? `${object}.${subtype}` : object);

/** A declaration has passed the checks of the server. */
const tableIn = (stored: Values): FieldTable => membersOf(stored['fields']) as FieldTable;

/** What types and taxonomies have alike. */
function common(stored: Values): Values {
  const labels = membersOf(stored['labels']);
  return {
    plural: text(labels['name']),
    singular: text(labels['singular_name']),
    ...(stored['name'] === undefined ? {} : { was: stored['name'] }),
    name: text(stored['name']),
    description: text(stored['description']),
    hierarchical: stored['hierarchical'] === true,
    slug: text(stored['slug']),
    restBase: text(stored['restBase']),
    withFront: stored['withFront'] !== false,
  };
}

function commonFrom(values: Values, stored: Values, name: string): OwnerDeclared {
  const plural = text(values['plural']);
  const isNew = stored['name'] === undefined;
  const restBase = text(values['restBase']) || (isNew ? restBaseFrom(plural) : '');
  return {
    name,
    labels: { ...membersOf(stored['labels']), name: plural, ...singularFrom(values) },
    ...said('description', text(values['description'])),
    ...said('hierarchical', values['hierarchical']),
    ...said('slug', text(values['slug'])),
    ...(values['isShown'] === false ? { restBase: null } : said('restBase', restBase === name ? '' : restBase)),
    ...(values['withFront'] === false ? { withFront: false } : {}),
  };
}

const singularFrom = (values: Values): Readonly<Record<string, string>> => {
  const singular = text(values['singular']);
  return singular === '' ? {} : { singular_name: singular };
};

/** The name of a new type or taxonomy: as typed, or made from what one of it is called. */
export const ownName = (values: Values, rule: (typeof nameRules)['type' | 'taxonomy']): string =>
  text(values['name']) || nameFrom(text(values['singular']) || text(values['plural']), rule);

/** Collections are called by the plural, with dashes. */
export const restBaseFrom = (plural: string): string => nameFrom(plural, nameRules.taxonomy).replaceAll('_', '-');

function rightsFrom(values: Values, name: string): Values {
  if (values['rights'] !== 'own') return values['rights'] === 'page' ? { capabilityType: 'page' } : {};
  const one = text(values['capability']) || name.replaceAll('-', '_');
  const many = text(values['capabilityPlural']);
  const grants = Object.entries(membersOf(values['roles'])).filter(([, grant]) => grant !== '' && grant !== 'none');
  return { capabilityType: many === '' ? one : [one, many], roles: Object.fromEntries(grants) };
}

/** In the form the tab of a field is called by what people see. */
function withTabLabels(rows: readonly Values[], tabs: Values): readonly Values[] {
  return rows.map((row) => {
    const label = tabs[text(row['tab'])];
    return typeof label === 'string' ? { ...row, tab: label } : row;
  });
}

/** Rows that name their tabs, and the tabs that they name; those that were there keep their names and their order. */
function withTabNames(list: unknown, stored: Values): { readonly rows: readonly Values[]; readonly tabs: Values } {
  const rows = rowsOf(list).map(membersOf);
  const used = [...new Set(rows.map((row) => text(row['tab'])).filter((label) => label !== ''))];
  const known = Object.entries(stored).filter(([, label]) => used.includes(String(label)));
  const fresh = used.filter((label) => !known.some(([, one]) => one === label));
  const taken = known.map(([name]) => name);
  const names = fresh.map((label) => {
    const name = nameFrom(label, nameRules.tab, taken);
    taken.push(name);
    return name;
  });
  const tabs = Object.fromEntries([...known, ...fresh.map((label, at) => [names[at] ?? label, label])]);
  const nameOf = new Map(Object.entries(tabs).map(([name, label]) => [String(label), name]));
  return { rows: rows.map((row) => ({ ...row, tab: nameOf.get(text(row['tab'])) ?? '' })), tabs };
}

/** The declarations with another part in place of one; at the end where there was none. */
export function withPart(
  declarations: Declarations,
  section: Section,
  at: number,
  part: OwnerDeclared | FieldSetDeclared,
): Declarations {
  const list: readonly unknown[] = declarations[section];
  const parts = at < 0 ? [...list, part] : list.toSpliced(at, 1, part);
  // The part has come from the owner of the section.
  return { ...declarations, [section]: parts } as Declarations;
}

/** The declarations without a part; types and taxonomies do not name it any more. */
export function withoutPart(declarations: Declarations, owner: Owner, id: string): Declarations {
  const at = owner.find(declarations, id);
  const kept = <T>(section: Section, list: readonly T[]) =>
    section === owner.section && at >= 0 ? list.toSpliced(at, 1) : list;
  return {
    postTypes: kept('postTypes', declarations.postTypes).map((type) =>
      owner === taxonomyOwner ? withoutName(type, 'taxonomies', id) : type,
    ),
    taxonomies: kept('taxonomies', declarations.taxonomies).map((taxonomy) =>
      owner === typeOwner ? withoutName(taxonomy, 'postTypes', id) : taxonomy,
    ),
    fieldSets: kept('fieldSets', declarations.fieldSets),
  };
}

function withoutName(declared: OwnerDeclared, member: string, name: string): OwnerDeclared {
  const names = words(declared[member]);
  return names.includes(name) ? { ...declared, [member]: names.filter((one) => one !== name) } : declared;
}

/** Fields, and parts of fields, that are stored under one name and have another one now. */
export function renamesIn(values: Values, stored: unknown, owned: Owned): readonly Rename[] {
  return movesIn(values, membersOf(stored), { from: [], to: [] }).map((move) => ({ ...owned, ...move }));
}

interface Place {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The paths that change: of fields inside a field with the names of both, as `size.width`. */
function movesIn(values: Values, stored: Values, place: Place): readonly Pick<Rename, 'from' | 'to'>[] {
  return (['fields', 'layouts'] as const).flatMap((list) => {
    const known = membersOf(stored[list]);
    const rows = rowsOf(values[list]).map(membersOf);
    const names = namesOf(rows, list === 'fields' ? nameRules.field : nameRules.layout);
    return rows.flatMap((row, at) => {
      const was = text(row['was']);
      const name = names[at] ?? '';
      // What is new, also because somebody else removed it, has no values to keep.
      if (was === '' || !Object.hasOwn(known, was)) return [];
      const inner = { from: [...place.from, was], to: [...place.to, name] };
      const own = was === name ? [] : [{ from: inner.from.join('.'), to: inner.to.join('.') }];
      return [...own, ...movesIn(row, membersOf(known[was]), inner)];
    });
  });
}
