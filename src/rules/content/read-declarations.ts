import { checkFieldTable } from '../fields/read-fields.ts';
import { supportNames } from '../post-types.ts';
import { type Check, capabilityName, check, DeclarationError, permission } from './check-declaration.ts';
import type { FieldSet } from './field-definition.ts';
import type { MetaDeclaration } from './meta-declaration.ts';
import type { PostTypeDeclaration } from './post-type-declaration.ts';
import type { TaxonomyDeclaration } from './taxonomy-declaration.ts';

/** What an owner declares: in the configuration file, in an extension, or as options of an embedding program. */
export interface ContentDeclarations {
  readonly postTypes?: readonly PostTypeDeclaration[];
  readonly taxonomies?: readonly TaxonomyDeclaration[];
  readonly meta?: readonly MetaDeclaration[];
  /** Fields of users, comments and files, and of types and taxonomies that are declared elsewhere. */
  readonly fieldSets?: readonly FieldSet[];
}

/** The sections that `readDeclarations` reads. */
export const contentSections = ['postTypes', 'taxonomies', 'meta', 'fieldSets'] as const;

/** Checks the form of declarations from untyped code. Whether they fit together is for `contentModel` to say. */
export function readDeclarations(given: Readonly<Record<string, unknown>>): ContentDeclarations {
  for (const section of contentSections) {
    if (given[section] !== undefined) check.list(sections[section])(given[section], section);
  }
  const found = contentSections.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]);
  // Each section has passed the check of its form above.
  return Object.fromEntries(found) as ContentDeclarations;
}

const restBase = check.either(
  ['letters, digits and dashes', check.pattern('', /^[a-z][a-z0-9_-]{0,60}$/)],
  ['null', check.nothing],
);
const path = check.pattern(
  'a path of lower-case letters, digits, dashes and slashes',
  /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*$/,
);

/** Any label may be given, but not without the name. */
const labels: Check = (value, at) => {
  check.record(check.text)(value, at);
  if (typeof value === 'object' && value !== null && !('name' in value))
    throw new DeclarationError(`${at}.name is missing. It is the plural, such as "Products".`, { at: `${at}.name` });
};

/** Recursive: lists have items and objects have members of the same form. */
const valueSchema: Readonly<Record<string, Check>> = {
  type: check.choice('string', 'integer', 'number', 'boolean', 'array', 'object'),
  description: check.text,
  enum: check.list(check.text),
  format: check.choice('date-time', 'email', 'ip', 'uri'),
  minimum: check.number,
  maximum: check.number,
  items: (value, at) => check.members(valueSchema, ['type'])(value, at),
  properties: (value, at) => check.record(check.members(valueSchema, ['type']))(value, at),
  additionalProperties: (value, at) =>
    check.either(['true or false', check.flag], ['a schema', check.members(valueSchema, ['type'])])(value, at),
};

const metaMembers: Readonly<Record<string, Check>> = {
  ...valueSchema,
  single: check.flag,
  default: check.anything,
  showInRest: check.flag,
  index: check.flag,
  mayRead: permission,
  mayWrite: permission,
};

const metaObject = check.choice('post', 'term', 'user', 'comment');

const sections: Readonly<Record<(typeof contentSections)[number], Check>> = {
  postTypes: check.members(
    {
      name: check.text,
      restBase,
      labels,
      description: check.text,
      public: check.flag,
      hierarchical: check.flag,
      supports: check.list(check.choice(...supportNames)),
      taxonomies: check.list(check.text),
      slug: path,
      withFront: check.flag,
      icon: check.pattern('the name of a Lucide icon, such as shopping-bag', /^[a-z][a-z0-9-]{0,60}$/),
      hasArchive: check.either(['true or false', check.flag], ['a path', path]),
      capabilityType: check.either(
        ['a word such as product', capabilityName],
        ['a pair such as ["story", "stories"]', check.pair(capabilityName)],
      ),
      roles: check.record(check.choice('all', 'own', 'drafts')),
      meta: check.record(check.members(metaMembers, ['type'])),
      fields: checkFieldTable,
      tabs: check.record(check.text),
    },
    ['name'],
  ),
  taxonomies: check.members(
    {
      name: check.text,
      restBase,
      labels,
      description: check.text,
      hierarchical: check.flag,
      postTypes: check.list(check.text),
      slug: path,
      withFront: check.flag,
      nestedLinks: check.flag,
      showCloud: check.flag,
      capabilities: check.members({
        manage: capabilityName,
        edit: capabilityName,
        delete: capabilityName,
        assign: capabilityName,
      }),
      meta: check.record(check.members(metaMembers, ['type'])),
      fields: checkFieldTable,
    },
    ['name'],
  ),
  meta: check.members(
    {
      ...metaMembers,
      key: check.text,
      object: metaObject,
      subtype: check.text,
    },
    ['key', 'object', 'type'],
  ),
  fieldSets: check.members({ object: metaObject, subtype: check.text, fields: checkFieldTable }, ['object', 'fields']),
};
