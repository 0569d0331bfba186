import type { Call, Files } from '../../extension.ts';
import { configErrors } from './check/config-check.ts';
import { readAttachments } from './mail/attachment-lines.ts';
import { type ContactForm, propertiesToWire } from './model/form-properties.ts';
import { parseTemplate } from './template/parse-template.ts';
import type { Template } from './template/template.ts';

/** A form that may not be stored yet. */
type ShownForm = Omit<ContactForm, 'id' | 'slug'> & { readonly id: number | null; readonly slug: string | null };

/** The form as the interface shows it. */
export function showForm(form: ShownForm) {
  return members(form, parseTemplate(form.properties.form));
}

const members = ({ id, slug, title, locale, properties }: ShownForm, { tags }: Template) => ({
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
