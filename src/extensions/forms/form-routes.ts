import { anyone, type Call, type Files, reply, route, type Scalar, writing } from '../../extension.ts';
import { formAnswers } from './form-answers.ts';
import { applyChanges, formArguments } from './form-changes.ts';
import { formListArguments, readQuery, silent } from './form-query.ts';
import { findForm, listForms, newProperties, removeForm, updateForm } from './form-store.ts';
import { insertForm } from './insert-form.ts';
import { formErrors } from './model/form-errors.ts';
import type { ContactForm } from './model/form-properties.ts';
import { showCheckedForm, showForm } from './show-form.ts';

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
    answers: formAnswers.list,
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
    answers: formAnswers.checked,
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
    answers: formAnswers.form,
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
    answers: formAnswers.checked,
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
    answers: formAnswers.deleted,
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
