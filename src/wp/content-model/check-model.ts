import { type ApiError, errors } from '../../lib/errors.ts';
import { linearPattern } from '../../lib/linear-pattern.ts';
import { check, DeclarationError, type DeclaredThing } from '../../rules/content/check-declaration.ts';
import { type ContentModel, contentModel } from '../../rules/content/content-model.ts';
import { readDeclarations } from '../../rules/content/read-declarations.ts';
import type { AnyField } from '../../rules/fields/field-declaration.ts';
import type { ContentSource } from '../../rules/post-types.ts';
import { type FixedContent, fixedKeys, fixedModel } from './fixed-content.ts';
import { type StoredDeclarations, storedSections } from './stored-model.ts';

/** The parameter that declarations are sent as; paths of refused values begin with it. */
const parameter = 'declarations';

/** Refuses a parameter with a sentence. */
export function refused(path: string, why: string): ApiError {
  const params = { [path]: why };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

/** The form of declarations that were sent; throws the refusal of the first value that has another one. */
export function readSentDeclarations(sent: Readonly<Record<string, unknown>>): StoredDeclarations {
  const sections: Readonly<Record<string, typeof check.anything>> = Object.fromEntries(
    storedSections.map((section) => [section, check.anything]),
  );
  return refusing(null, () => {
    check.members(sections)(sent, parameter);
    const { postTypes = [], taxonomies = [], fieldSets = [] } = readDeclarations(sent);
    refuseTooMany({ postTypes, taxonomies, fieldSets });
    refuseForFiles({ postTypes, taxonomies, fieldSets });
    return { postTypes, taxonomies, fieldSets };
  });
}

/** Those of the stored declarations that have the form of this version of the program. */
export function soundDeclarations(stored: StoredDeclarations): StoredDeclarations {
  const isSound = (section: (typeof storedSections)[number]) => (one: object) => {
    try {
      readDeclarations({ [section]: [one] });
      return true;
    } catch (error) {
      if (error instanceof DeclarationError) return false;
      throw error;
    }
  };
  return {
    postTypes: stored.postTypes.filter(isSound('postTypes')),
    taxonomies: stored.taxonomies.filter(isSound('taxonomies')),
    fieldSets: stored.fieldSets.filter(isSound('fieldSets')),
  };
}

/** Enough for any site that people edit; all of it is rebuilt with every change. */
const most = { postTypes: 200, taxonomies: 200, fieldSets: 200, fields: 3_000 } as const;

function refuseTooMany(declarations: StoredDeclarations): void {
  for (const section of storedSections) {
    if (declarations[section].length > most[section])
      throw new DeclarationError(`${section} has more than ${most[section]} items.`, { at: section });
  }
  const owners = [...declarations.postTypes, ...declarations.taxonomies, ...declarations.fieldSets];
  if (owners.reduce((sum, { fields }) => sum + fieldCount(fields), 0) > most.fields)
    throw new DeclarationError(`There are more than ${most.fields} fields.`);
}

const fieldCount = (fields: AnyField['fields'] = {}): number =>
  Object.values(fields).reduce((sum, { fields: inner, layouts = {} }) => {
    const rows = Object.values(layouts).reduce((all, layout) => all + fieldCount(layout.fields), 0);
    return sum + 1 + fieldCount(inner) + rows;
  }, 0);

/** What only a file may have: code, names of programs, and patterns that can take for ever. */
function refuseForFiles({ postTypes, taxonomies, fieldSets }: StoredDeclarations): void {
  refuseInside({ postTypes, taxonomies, fieldSets });
  for (const [section, owners] of Object.entries({ postTypes, taxonomies, fieldSets }))
    for (const [i, { fields = {} }] of owners.entries()) {
      const hidden = Object.keys(fields).find((name) => name.startsWith('_'));
      const at = `${section}[${i}].fields.${hidden}`;
      if (hidden !== undefined)
        throw new DeclarationError(`${at} needs another name: those that begin with _ are for programs.`, { at });
    }
}

function refuseInside(value: unknown, at = ''): void {
  if (typeof value === 'function')
    throw new DeclarationError(`${at} is a function; give the name of a capability, or keep it in the file.`, { at });
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const path = Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`;
    if (key === 'pattern' && typeof member === 'string' && !linearPattern(member))
      throw new DeclarationError(
        `${path} looks around, refers to a group or repeats more than 1,000 times; only a file may have such a pattern.`,
        { at: path },
      );
    refuseInside(member, path);
  }
}

/** The model of the site with these declarations; throws a refusal where they do not fit to each other or to the rest. */
export function checkedModel(fixed: FixedContent, declarations: StoredDeclarations): ContentModel {
  return refusing(declarations, () => {
    refuseFixedNames(fixed, declarations);
    refuseFixedKeys(fixed, declarations);
    return contentModel([...fixed.declared, { ...declarations, source: 'site' }], fixed.builtIn);
  });
}

const places: Readonly<Record<ContentSource, string>> = {
  'built-in': 'is built in',
  configuration: 'is declared in the configuration file',
  extension: 'is declared by an extension',
  database: 'is declared by a plugin in the database',
  site: 'is declared here',
};

const elsewhere = (what: string, source: ContentSource): string =>
  `${what} ${places[source]} and cannot be changed here. Choose another name.`;

function refuseFixedNames(fixed: FixedContent, { postTypes, taxonomies }: StoredDeclarations): void {
  const known = fixedModel(fixed);
  for (const [kind, declared, others] of [
    ['type', postTypes, known.types],
    ['taxonomy', taxonomies, known.taxonomies],
  ] as const) {
    for (const { name } of declared) {
      const same = others.find((other) => other.name === name);
      if (same) throw new DeclarationError(elsewhere(`The ${kind} ${name}`, same.source), { about: { kind, name } });
    }
  }
}

function refuseFixedKeys(fixed: FixedContent, declarations: StoredDeclarations): void {
  const known = fixedKeys(fixed);
  for (const { object, subtype = null, key } of fixedKeys({ declared: [declarations], builtIn: {} })) {
    const same = known.find(
      (one) =>
        one.object === object &&
        one.key === key &&
        (one.subtype === null || subtype === null || one.subtype === subtype),
    );
    if (!same) continue;
    const what = `The field ${key} of ${subtype ?? `every ${object}`}`;
    const about = { kind: 'key', key, object, subtype: subtype ?? undefined } as const;
    throw new DeclarationError(elsewhere(what, same.source), { about });
  }
}

/** Runs checks; what they refuse becomes the refusal of a parameter. */
function refusing<T>(declarations: StoredDeclarations | null, checks: () => T): T {
  try {
    return checks();
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    const { at, about, message } = error;
    const path = at ?? (about && declarations && pathOf(about, declarations));
    const isWhole = path === null || path === parameter || path.startsWith(`${parameter}.`);
    throw refused(isWhole ? (path ?? parameter) : `${parameter}.${path}`, message);
  }
}

/** Where something is declared; null where these declarations do not have it. */
function pathOf(about: DeclaredThing, declarations: StoredDeclarations): string | null {
  const { postTypes, taxonomies, fieldSets } = declarations;
  if (about.kind !== 'key') {
    const [section, list] =
      about.kind === 'type' ? (['postTypes', postTypes] as const) : (['taxonomies', taxonomies] as const);
    const i = list.findLastIndex(({ name }) => name === about.name);
    return i < 0 ? null : `${section}[${i}].name`;
  }
  const { key, object, subtype } = about;
  const owners = object === 'post' ? postTypes : object === 'term' ? taxonomies : [];
  const section = object === 'post' ? 'postTypes' : 'taxonomies';
  const places = [
    ...owners.flatMap(({ name, fields, meta }, i) =>
      name === subtype
        ? [...has(fields, key, `${section}[${i}].fields`), ...has(meta, key, `${section}[${i}].meta`)]
        : [],
    ),
    ...fieldSets.flatMap((set, i) =>
      set.object === object && set.subtype === subtype ? has(set.fields, key, `fieldSets[${i}].fields`) : [],
    ),
  ];
  return places.at(-1) ?? null;
}

const has = (table: object | undefined, key: string, at: string): string[] =>
  table && Object.hasOwn(table, key) ? [`${at}.${key}`] : [];
