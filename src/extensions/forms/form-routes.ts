import {
  anyone,
  type Call,
  type Files,
  type InputOf,
  json,
  type Members,
  reply,
  route,
  type Scalar,
  s,
  sentLength,
  storePostText,
  textLimits,
  textTooLong,
  writing,
} from '../../extension.ts';
import { formAnswers } from './form-answers.ts';
import { configErrors } from './form-check.ts';
import { formHtml } from './form-pages.ts';
import { formErrors, permitInbox, wrongType } from './model/form-errors.ts';
import {
  type ContactForm,
  isTrue,
  type MailTemplate,
  mailFromWire,
  propertiesToWire,
  readLocale,
  readMessages,
} from './model/form-properties.ts';
import {
  type FormQuery,
  findForm,
  insertForm,
  listForms,
  newProperties,
  removeForm,
  updateForm,
} from './model/form-store.ts';
import { stripMarkup } from './render/html.ts';
import { readAttachments } from './submission/form-mail.ts';
import type { FormsContext } from './submission/forms-context.ts';
import { parseTemplate, type Template } from './template/parse-template.ts';

/** An argument that is not listed in discovery. */
export const silent = s.scalar({ unlisted: true });

/** What a client may send to filter forms. */
export const formListArguments = { per_page: silent, offset: silent, order: silent, orderby: silent, search: silent };

const maxPerPage = 1_000;
const orders = ['id', 'title', 'date', 'modified', 'slug'] as const satisfies readonly FormQuery['orderBy'][];

/** Parses the filter; invalid values count as not sent. */
export function readQuery(input: InputOf<typeof formListArguments>): FormQuery {
  type Name = keyof typeof formListArguments;
  const text = (name: Name) => (typeof input[name] === 'boolean' ? '' : String(input[name] ?? ''));
  const number = (name: Name) => Math.max(0, Number.parseInt(text(name), 10) || 0);
  return {
    words: text('search')
      .split(/\s+/)
      .filter((word) => word !== ''),
    orderBy: orders.find((order) => order === text('orderby').toLowerCase()) ?? 'id',
    direction: ['', 'asc'].includes(text('order').toLowerCase()) ? 'asc' : 'desc',
    limit: Math.min(number('per_page') || maxPerPage, maxPerPage),
    offset: number('offset'),
  };
}

/** What a client may send to create or change a form: accepted, but not listed in discovery. */
export const formArguments = {
  title: s.scalar({ unlisted: true, description: 'Title of the form.' }),
  locale: s.scalar({ unlisted: true, description: 'Language of the form, such as de_DE.' }),
  form: s.scalar({ unlisted: true, description: 'Template of the form.' }),
  mail: s.object({ unlisted: true, description: 'The mail that is sent for a submission.' }),
  mail_2: s.object({ unlisted: true, description: 'A second mail, such as a copy to the sender.' }),
  messages: s.object({ unlisted: true, description: 'What visitors are told, by the name of the occasion.' }),
  additional_settings: s.scalar({ unlisted: true, description: 'Further settings, one per line.' }),
};

export type FormInput = Partial<InputOf<typeof formArguments>>;

/** The form with the given members changed. Mails and messages are replaced as a whole. */
export function applyChanges<Form extends Omit<ContactForm, 'id' | 'slug'>>(
  form: Form,
  input: FormInput,
  writer: { readonly unfiltered: boolean },
): Form {
  for (const name of texts) refuseTooLong(name, input[name]);
  const { properties } = form;
  const title = text('title', input.title);
  const locale = text('locale', input.locale);
  const template = text('form', input.form);
  const settings = text('additional_settings', input.additional_settings);
  return {
    ...form,
    title: title === undefined ? form.title : stripMarkup(title).trim() || 'Untitled',
    locale: locale === undefined ? form.locale : readLocale(locale),
    properties: {
      form: template === undefined ? properties.form : storePostText(plainLines(template), writer).trim(),
      mail: mail(input.mail, () => true) ?? properties.mail,
      mail2: mail(input.mail_2, isTrue) ?? properties.mail2,
      messages: input.messages === undefined ? properties.messages : readMessages(textsOf(input.messages)),
      additionalSettings: settings === undefined ? properties.additionalSettings : plainLines(settings).trim(),
    },
  };
}

function mail(given: Members | undefined, isActive: (active: unknown) => boolean): MailTemplate | undefined {
  return given && mailFromWire(given, isActive(given['active']));
}

function text(name: string, given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  throw wrongType(name, 'text');
}

function textsOf(given: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, text(`messages.${key}`, value) ?? '']));
}

const plainLines = (value: string) => value.replace(/\r\n?/g, '\n');

const texts = ['title', 'locale', 'form', 'mail', 'mail_2', 'messages', 'additional_settings'] as const;

/** Checked first: a longer template would take too long to sanitise and to render. */
function refuseTooLong(name: keyof FormInput, given: unknown): void {
  const limit = name === 'title' || name === 'locale' ? textLimits.setting : textLimits.other;
  if (sentLength(given) > limit.sent) throw textTooLong(name, limit);
}

const collection = '/forms/v1/contact-forms';

const written = { ...formArguments, context: silent };

/**
 * The routes of forms: list, create, show, change, delete. Permission is checked inside, since a missing form is
 * reported first.
 */
export const formRoutes = ({ files }: { readonly files: Files }) => [
  route({
    method: 'GET',
    path: collection,
    summary: 'List the forms.',
    args: formListArguments,
    response: formAnswers.list,
    permit: anyone,
    shareable: false,
    handle: async (input, call) => {
      if (!call.caller.can('edit_posts')) throw formErrors.forms_forbidden();
      const forms = await listForms(call.store, readQuery(input), call.site);
      return reply(forms.map(({ id, slug, title, locale }) => ({ id, slug, title, locale })));
    },
  }),
  route({
    method: 'POST',
    path: collection,
    summary: 'Make a form, or show what it would be.',
    args: { ...written, id: silent },
    response: formAnswers.checked,
    permit: anyone,
    handle: async (input, call) => {
      requireEditor(call);
      if (input.id !== undefined && Number(input.id) !== 0) throw formErrors.forms_post_exists();
      const blank = { title: 'Untitled', locale: call.site.locale, properties: newProperties(call.site) };
      const form = applyChanges(blank, input, writerOf(call));
      if (!isSaved(input)) return reply(await showCheckedForm({ ...form, id: null, slug: null }, call, files));
      const made = await insertForm(call.store, form, call.caller.userId, call.site, call.now);
      return reply(await showCheckedForm(made, call, files));
    },
  }),
  route({
    method: 'GET',
    path: `${collection}/{id:digits}`,
    summary: 'Show a form.',
    response: formAnswers.form,
    permit: anyone,
    shareable: false,
    handle: async ({ id }, call) => {
      const form = await editableForm(id, call);
      return reply(showForm(form));
    },
  }),
  route({
    method: writing,
    path: `${collection}/{id:digits}`,
    summary: 'Change a form, or show what it would become.',
    args: written,
    response: formAnswers.checked,
    permit: anyone,
    handle: async ({ id, ...input }, call) => {
      const form = applyChanges(await editableForm(id, call), input, writerOf(call));
      if (isSaved(input)) await updateForm(call.store, form, call.site, call.now);
      return reply(await showCheckedForm(form, call, files));
    },
  }),
  route({
    method: 'DELETE',
    path: `${collection}/{id:digits}`,
    summary: 'Remove a form for good.',
    response: formAnswers.deleted,
    permit: anyone,
    handle: async ({ id }, call) => {
      await editableForm(id, call);
      await removeForm(call.store, id);
      return reply({ deleted: true });
    },
  }),
];

/** An existing form for a caller who may change forms; a missing form is reported before missing permission. */
async function editableForm(id: number, call: Call): Promise<ContactForm> {
  const form = await findForm(call.store, id, call.site);
  if (!form) throw formErrors.forms_not_found();
  requireEditor(call);
  return form;
}

function requireEditor({ caller }: Call): void {
  if (!caller.can('publish_pages')) throw formErrors.forms_forbidden();
}

const writerOf = ({ caller }: Call) => ({ unfiltered: caller.can('unfiltered_html') });

/** Any context other than `save` requests a dry run. */
const isSaved = ({ context }: { readonly context?: Scalar | undefined }) => context === undefined || context === 'save';

/** A form that may not be stored yet. */
type ShownForm = Omit<ContactForm, 'id' | 'slug'> & { readonly id: number | null; readonly slug: string | null };

/** The form as the interface shows it. */
export function showForm(form: ContactForm) {
  return members(form, parseTemplate(form.properties.form));
}

const members = <Id, Slug>(
  { id, slug, title, locale, properties }: Omit<ContactForm, 'id' | 'slug'> & { readonly id: Id; readonly slug: Slug },
  { tags }: Template,
) => ({
  id,
  slug,
  title,
  locale,
  properties: propertiesToWire(properties, tags),
});

/** The form and its configuration warnings. */
export async function showCheckedForm(form: ShownForm, { site }: Call, files: Files) {
  const template = parseTemplate(form.properties.form);
  const { mail, mail2 } = form.properties;
  const paths = [mail, mail2].flatMap(({ attachments }) => readAttachments(attachments).paths);
  const sizes = new Map<string, number | undefined>();
  for (const path of paths) sizes.set(path, (await files.stat(path))?.size);
  const errors = configErrors(form.properties, template, {
    host: new URL(site.url).hostname,
    adminEmail: site.adminEmail,
    title: site.title,
    url: site.url,
    fileSize: (path) => sizes.get(path),
  });
  return { ...members(form, template), config_errors: Object.keys(errors).length > 0 ? errors : [] };
}

/** How an unsaved form would look, what is wrong with its mail settings, and which tags its mail may use. */
export function formPreviewRoute(context: FormsContext & { readonly files: Files }) {
  return route({
    method: 'POST',
    path: '/platen/v1/forms/preview',
    summary: 'Show an unsaved form as visitors would see it, and check its settings.',
    args: {
      title: s.string({ description: 'Title of the form.' }),
      locale: s.string({ description: 'Language of the form, such as en_US.' }),
      form: s.string({ description: 'The text of the form with its tags.' }),
      mail: s.object({ description: 'The mail to the owner.' }),
      mail_2: s.object({ description: 'The mail to the visitor.' }),
      messages: s.object({ description: 'The messages by their names.' }),
      additional_settings: s.string({ description: 'Further settings, one per line.' }),
    },
    permit: permitInbox,
    undoable: true,
    response: {
      schema: json.object({
        html: json.string,
        warnings: json.listOf(json.object({ section: json.string, message: json.string })),
        fields: json.listOf(json.object({ name: json.string, type: json.string })),
      }),
    },
    handle: async (input, call) => {
      const blank = { title: '', locale: call.site.locale, properties: newProperties(call.site) };
      const writer = { unfiltered: call.caller.can('unfiltered_html') };
      const form = { ...applyChanges(blank, input, writer), id: 0, slug: '' };
      const checked = await showCheckedForm(form, call, context.files);
      return reply({
        html: formHtml(form, call.site, new URLSearchParams(), context, call.now),
        warnings: Object.entries(checked.config_errors).flatMap(([section, found]) =>
          found.map(({ message }) => ({ section, message })),
        ),
        fields: checked.properties.fields
          .filter(({ name }) => name !== '')
          .map(({ name, basetype }) => ({ name, type: basetype })),
      });
    },
  });
}
