import type { Field, Tab } from '../../api/description.ts';
import { type Choice, member, type Targets } from './member-fields.ts';
import type { memberWords } from './member-words.ts';
import type { Owner } from './owners.ts';
import type { modelWords } from './words.ts';

interface OwnerFormContext {
  readonly own: (typeof modelWords)['en'];
  readonly words: (typeof memberWords)['en'];
  readonly targets: Targets;
  /** Whether it is not declared yet. */
  readonly isNew: boolean;
}

/** The form of a type, a taxonomy or a group of fields. */
export interface OwnerForm {
  readonly fields: readonly Field[];
  readonly tabs: readonly Tab[];
}

const choicesOf = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const only = (field: string, value: unknown): Field['show_when'] => [[{ field, operator: '==', value }]];

export function ownerForm({ section }: Pick<Owner, 'section'>, context: OwnerFormContext): OwnerForm {
  const { own, words } = context;
  const fields = member('fields', 'repeater', words.members.fields);
  if (section === 'fieldSets') return { fields: [fields], tabs: [] };
  const isType = section === 'postTypes';
  const names = isType
    ? (['general', 'fields', 'rights', 'advanced'] as const)
    : (['general', 'fields', 'advanced'] as const);
  return {
    fields: [
      ...(isType ? typeFields(context) : taxonomyFields(context)).map((field) => ({
        ...field,
        tab: field.tab || 'general',
      })),
      { ...fields, tab: 'fields' },
    ],
    tabs: names.map((name) => ({ name, label: own.tabs[name] })),
  };
}

function nameFields({ own, isNew }: OwnerFormContext): readonly Field[] {
  const group = own.groups.names;
  return [
    member('plural', 'text', { label: own.plural, help: own.pluralHelp, required: true, width: 50, group }),
    member('singular', 'text', { label: own.singular, help: own.singularHelp, width: 50, group }),
    member('name', 'text', { label: own.typeName, help: own.typeNameHelp, readonly: !isNew, width: 50, group }),
  ];
}

function addressFields({ own }: OwnerFormContext): readonly Field[] {
  const tab = 'advanced';
  const group = own.groups.interface;
  return [
    member('isShown', 'boolean', { label: own.isShown, help: own.isShownHelp, tab, group }),
    member('restBase', 'text', {
      label: own.restBase,
      help: own.restBaseHelp,
      tab,
      group,
      width: 50,
      show_when: only('isShown', true),
    }),
    member('withFront', 'boolean', { label: own.withFront, help: own.withFrontHelp, tab, group: own.groups.site }),
  ];
}

function typeFields(context: OwnerFormContext): readonly Field[] {
  const { own, targets } = context;
  const { names, content, site } = own.groups;
  return [
    ...nameFields(context),
    member('icon', 'text', { label: own.icon, help: own.iconHelp, width: 50, group: names }),
    member('description', 'textarea', { label: own.description, help: own.descriptionHelp, group: names }),
    member('supports', 'choices', { label: own.supports, choices: choicesOf(own.supportNames), group: content }),
    member('taxonomies', 'choices', { label: own.useTaxonomies, choices: targets.terms, group: content }),
    member('hierarchical', 'boolean', {
      label: own.hierarchical,
      help: own.hierarchicalHelp,
      width: 50,
      group: content,
    }),
    member('public', 'boolean', { label: own.public, help: own.publicHelp, group: site }),
    member('slug', 'text', {
      label: own.slug,
      help: own.slugHelp,
      width: 50,
      group: site,
      show_when: only('public', true),
    }),
    member('archive', 'choice', {
      label: own.archive,
      help: own.archiveHelp,
      choices: choicesOf(own.archives),
      required: true,
      width: 50,
      group: site,
      show_when: only('public', true),
    }),
    member('archivePath', 'text', {
      label: own.archivePath,
      width: 50,
      group: site,
      show_when: only('archive', 'own'),
    }),
    ...rightsFields(context),
    ...addressFields(context),
  ];
}

function rightsFields({ own, targets }: OwnerFormContext): readonly Field[] {
  const tab = 'rights';
  const isOwn = only('rights', 'own');
  return [
    member('rights', 'choice', { label: own.rights, choices: choicesOf(own.rightsOf), required: true, tab }),
    member('roles', 'group', {
      label: own.roles,
      tab,
      show_when: isOwn,
      fields: targets.users.map(({ value, label }) =>
        member(value, 'choice', { label, choices: choicesOf(own.grants), required: true, default: 'none', width: 50 }),
      ),
    }),
    member('capability', 'text', { label: own.capability, help: own.capabilityHelp, tab, width: 50, show_when: isOwn }),
    member('capabilityPlural', 'text', {
      label: own.capabilityPlural,
      help: own.capabilityPluralHelp,
      tab,
      width: 50,
      show_when: isOwn,
    }),
  ];
}

function taxonomyFields(context: OwnerFormContext): readonly Field[] {
  const { own, targets } = context;
  const { names, content, site } = own.groups;
  const tab = 'advanced';
  return [
    ...nameFields(context),
    member('description', 'textarea', { label: own.description, help: own.descriptionHelp, group: names }),
    member('postTypes', 'choices', { label: own.useTypes, choices: targets.posts, group: content }),
    member('hierarchical', 'boolean', { label: own.hierarchical, help: own.termsHierarchicalHelp, group: content }),
    member('slug', 'text', { label: own.slug, help: own.slugHelp, width: 50, group: site }),
    ...addressFields(context),
    member('nestedLinks', 'boolean', { label: own.nestedLinks, help: own.nestedLinksHelp, tab, group: site }),
    member('showCloud', 'boolean', { label: own.showCloud, help: own.showCloudHelp, tab, group: site }),
    member('capabilities', 'group', {
      label: own.capabilities,
      help: own.capabilitiesHelp,
      tab,
      group: own.tabs.rights,
      fields: choicesOf(own.acts).map(({ value, label }) => member(value, 'text', { label, width: 50 })),
    }),
  ];
}
