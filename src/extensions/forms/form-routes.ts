import { anyone, type Call, reply, route, s, writing } from '../../extension.ts';
import { applyChanges, type FormInput } from './form-changes.ts';
import { formErrors } from './form-errors.ts';
import {
  type FormQuery,
  findForm,
  insertForm,
  listForms,
  newProperties,
  removeForm,
  updateForm,
} from './form-store.ts';
import type { FormsParts } from './forms-parts.ts';
import { readAttachments } from './mail/attachment-lines.ts';
import { configErrors } from './model/config-check.ts';
import { type ContactForm, propertiesToWire } from './model/form-properties.ts';

const COLLECTION = '/forms/v1/contact-forms';

/** Understood, but not announced: discovery shows these routes without arguments. */
const silent = <const Names extends readonly string[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [name, s.any({ unlisted: true })])) as {
    readonly [Name in Names[number]]: ReturnType<typeof s.any>;
  };

const written = silent('title', 'locale', 'form', 'mail', 'mail_2', 'messages', 'additional_settings', 'context');

/** Forms as records: list, make, show, change, remove. Who may is decided inside, since a form that is not there comes first. */
export const formRoutes = ({ files }: Pick<FormsParts, 'files'>) => [
  route({
    method: 'GET',
    path: COLLECTION,
    summary: 'List the forms.',
    args: silent('per_page', 'offset', 'order', 'orderby', 'search'),
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
    path: COLLECTION,
    summary: 'Make a form, or show what it would be.',
    args: { ...written, ...silent('id') },
    permit: anyone,
    handle: async (input, call) => {
      requireEditor(call);
      if (input.id !== undefined && input.id !== null && Number(input.id) !== 0) throw formErrors.forms_post_exists();
      const blank = { title: 'Untitled', locale: call.site.language, properties: newProperties(call.site) };
      const form = applyChanges(blank, input, writerOf(call));
      if (!isSaved(input)) return reply(await shown({ ...form, id: null, slug: null }, call, files));
      const made = await insertForm(call.store, form, call.caller.userId, call.site, call.now);
      return reply(await shown(made, call, files));
    },
  }),
  route({
    method: 'GET',
    path: `${COLLECTION}/{id:digits}`,
    summary: 'Show a form.',
    permit: anyone,
    shareable: false,
    handle: async ({ id }, call) => {
      const form = await editableForm(id, call);
      return reply(members(form));
    },
  }),
  route({
    method: writing,
    path: `${COLLECTION}/{id:digits}`,
    summary: 'Change a form, or show what it would become.',
    args: written,
    permit: anyone,
    handle: async ({ id, ...input }, call) => {
      const form = applyChanges(await editableForm(id, call), input, writerOf(call));
      if (isSaved(input)) await updateForm(call.store, form, call.site, call.now);
      return reply(await shown(form, call, files));
    },
  }),
  route({
    method: 'DELETE',
    path: `${COLLECTION}/{id:digits}`,
    summary: 'Remove a form for good.',
    permit: anyone,
    handle: async ({ id }, call) => {
      await editableForm(id, call);
      await removeForm(call.store, id);
      return reply({ deleted: true });
    },
  }),
];

/** A form that is there, asked for by someone who may change forms; its absence is told before a lack of rights. */
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

/** Any context but `save` asks for a dry run. */
const isSaved = ({ context }: FormInput & { readonly context?: unknown }) =>
  context === undefined || context === null || context === 'save';

type ShownForm = Omit<ContactForm, 'id' | 'slug'> & { readonly id: number | null; readonly slug: string | null };

const members = ({ id, slug, title, locale, properties }: ShownForm) => ({
  id,
  slug,
  title,
  locale,
  properties: propertiesToWire(properties),
});

/** The form and what may be wrong with it. */
async function shown(form: ShownForm, { site }: Call, files: FormsParts['files']) {
  const { mail, mail2 } = form.properties;
  const paths = [mail, mail2].flatMap(({ attachments }) => readAttachments(attachments).paths);
  const sizes = new Map<string, number | undefined>();
  for (const path of paths) sizes.set(path, (await files.stat(path))?.size);
  const errors = configErrors(form.properties, {
    host: new URL(site.url).hostname,
    adminEmail: site.adminEmail,
    title: site.title,
    url: site.url,
    fileSize: (path) => sizes.get(path),
  });
  return { ...members(form), config_errors: Object.keys(errors).length > 0 ? errors : [] };
}

const orders: ReadonlySet<string> = new Set(['id', 'title', 'date', 'modified', 'slug']);
const MOST = 1_000;

function readQuery(input: Readonly<Record<string, unknown>>): FormQuery {
  const text = (name: string) =>
    typeof input[name] === 'string' || typeof input[name] === 'number' ? String(input[name]) : '';
  const number = (name: string) => Math.max(0, Number.parseInt(text(name), 10) || 0);
  const orderBy = text('orderby').toLowerCase();
  return {
    words: text('search')
      .split(/\s+/)
      .filter((word) => word !== ''),
    orderBy: (orders.has(orderBy) ? orderBy : 'id') as FormQuery['orderBy'],
    direction: ['', 'asc'].includes(text('order').toLowerCase()) ? 'asc' : 'desc',
    limit: Math.min(number('per_page') || MOST, MOST),
    offset: number('offset'),
  };
}
