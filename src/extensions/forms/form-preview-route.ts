import { type Files, json, reply, route, s } from '../../extension.ts';
import { applyChanges } from './form-changes.ts';
import { formHtml } from './form-html.ts';
import { newProperties } from './form-store.ts';
import { permitInbox } from './inbox/inbox-errors.ts';
import { showCheckedForm } from './show-form.ts';
import type { FormsContext } from './submission/forms-context.ts';

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
    answers: {
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
