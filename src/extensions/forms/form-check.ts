import { type FormProperties, type MailTemplate, parseSettings } from './model/form-properties.ts';
import { composeFormMail, fillMailBody, maxAttachedBytes, readAttachments } from './submission/form-mail.ts';
import { fillTags, type MailTagLookup } from './submission/mail-tags.ts';
import { type FormTag, isField } from './template/form-tag.ts';
import type { Template } from './template/parse-template.ts';

/** A warning; it never prevents saving a form. */
export interface FormConfigError {
  readonly message: string;
  /** A link to more information; empty when there is none. */
  readonly link: string;
}

/** Warnings by section of the form: what would go wrong if someone filled in only the required fields. */
export function configErrors(
  properties: FormProperties,
  template: Template,
  site: ConfigSite,
): Readonly<Record<string, readonly FormConfigError[]>> {
  const { tags } = template;
  const found: [section: string, message: string][] = [
    ...templateErrors(template).map((message): [string, string] => ['form.body', message]),
    ...mailErrors('mail', properties.mail, tags, site),
    ...(properties.mail2.active ? mailErrors('mail_2', properties.mail2, tags, site) : []),
    ...Object.entries(properties.messages)
      .filter(([, text]) => /<[a-z/!]/i.test(text))
      .map(([key]): [string, string] => [`messages.${key}`, 'Markup in a message is not shown.']),
    ...settingsErrors(properties.additionalSettings ?? ''),
  ];
  const errors: Record<string, FormConfigError[]> = {};
  for (const [section, message] of found) errors[section] = [...(errors[section] ?? []), { message, link: '' }];
  return errors;
}

function settingsErrors(text: string): [string, string][] {
  const old = parseSettings(text).entries.some(([name]) => name === 'on_sent_ok' || name === 'on_submit');
  return old ? [['additional_settings.body', 'Scripts in the settings are not run.']] : [];
}

/** Possible problems of the template itself. */
export function templateErrors({ parts, tags }: Template): string[] {
  const errors: string[] = [];
  const html = parts.map((part) => ('html' in part ? part.html : isField(part.tag) ? '\u0000' : '')).join('');
  if (labels(html).some((label) => label.split('\u0000').length > 2)) errors.push('A label holds more than one field.');
  if (/<form\b/i.test(html)) errors.push('A form cannot hold another form.');
  const fields = tags.filter(isField).map((tag) => tag.name);
  if (new Set(fields).size < fields.length) errors.push('Two fields have the same name.');
  if (fields.some((name) => pageParameters.has(name)))
    errors.push(
      'A field has the name of one of the site’s own page parameters; a page reloaded with it may show something else.',
    );
  return errors;
}

/** The contents of label elements. */
const labels = (html: string) =>
  html
    .split(/<label\b/i)
    .slice(1)
    .map((rest) => rest.split(/<\/label/i)[0] ?? '');

/** Query parameters with a meaning for the site's pages. */
const pageParameters: ReadonlySet<string> = new Set(
  'attachment attachment_id author author_name calendar cat category_name cpage day embed error exact feed hour m minute monthnum more name order orderby p page page_id paged pagename post_type posts preview s search second sentence static subpost tag taxonomy term w year'.split(
    ' ',
  ),
);

/** What the check needs to know about the site. */
export interface ConfigSite {
  readonly host: string;
  readonly adminEmail: string;
  readonly title: string;
  readonly url: string;
  /** The size of a stored file, by its path below the uploads folder; undefined if it does not exist. */
  readonly fileSize: (path: string) => number | undefined;
}

/** Possible problems of a mail, each with its section of the form. */
export function mailErrors(
  section: string,
  mail: MailTemplate,
  tags: readonly FormTag[],
  site: ConfigSite,
): [string, string][] {
  const errors: [string, string][] = [];
  const say = (part: string, message: string) => errors.push([`${section}.${part}`, message]);
  const lookup = sampleLookup(tags, site);
  const sources = { lookup, isTyped: () => false, locale: '', attachments: [] };
  // A mail without a recipient goes to the administrator: this is a warning, and the rest is still checked.
  const composed = composeFormMail({ ...mail, recipient: mail.recipient || site.adminEmail }, sources, new Date(0));
  const dropped = (part: string) => composed.dropped.some((one) => one.part === part);
  if (dropped('sender') || ('problem' in composed && composed.problem === 'sender'))
    say('sender', 'The sender is not one mail address.');
  else if ('message' in composed && !isOwnDomain(composed.message.from.address, site.host))
    say('sender', 'The sender is not of this site’s own domain, so mail servers may take it for forged.');
  if (mail.recipient === '' || dropped('recipient') || ('problem' in composed && composed.problem === 'recipient'))
    say('recipient', 'The recipient is not a list of mail addresses.');
  if (dropped('header')) say('additional_headers', 'A header cannot be used as it comes out.');
  if (isBlank(fillTags(mail.subject, lookup))) say('subject', 'The subject may come out empty.');
  if (isBlank(fillMailBody(mail, lookup))) say('body', 'The body may come out empty.');
  for (const message of attachmentErrors(mail, tags, site)) say('attachments', message);
  return errors;
}

const isBlank = (text: string) => text.trim() === '';

function attachmentErrors(mail: MailTemplate, tags: readonly FormTag[], { fileSize }: ConfigSite): readonly string[] {
  const { fields, paths, strange } = readAttachments(mail.attachments);
  const fileFields = new Set(tags.filter((tag) => tag.basetype === 'file').map((tag) => tag.name));
  const sizes = paths.map(fileSize);
  const isKnown = (size: number | undefined) => size !== undefined;
  const bytes = sizes.filter(isKnown).reduce((sum, size) => sum + size, 0);
  return [
    ...([...fields].every((name) => fileFields.has(name)) ? [] : ['An attached field is no file field of this form.']),
    ...(strange.length === 0 ? [] : ['A path leads out of the content folder; begin it with uploads/.']),
    ...(sizes.every(isKnown) ? [] : ['A file that should be attached is not there.']),
    ...(bytes <= maxAttachedBytes ? [] : ['The attached files are larger together than mail servers take.']),
  ];
}

/** Optional fields are assumed to be empty, required ones to be filled in. */
function sampleLookup(tags: readonly FormTag[], site: ConfigSite): MailTagLookup {
  const specials = new Map(
    Object.entries({
      _site_title: site.title,
      _site_url: site.url,
      _site_admin_email: site.adminEmail,
      _site_description: 'Sample',
    }),
  );
  return (name) => {
    const tag = tags.find((candidate) => candidate.name === name && isField(candidate));
    if (tag) return isAlwaysFilled(tag) ? (samples[tag.basetype] ?? 'sample') : '';
    if (name.startsWith('_')) return specials.get(name) ?? (/email/.test(name) ? site.adminEmail : 'sample');
    return undefined;
  };
}

const isAlwaysFilled = (tag: FormTag) =>
  tag.required || tag.basetype === 'radio' || tag.basetype === 'acceptance' || tag.basetype === 'quiz';
const samples: Readonly<Record<string, string>> = {
  email: 'visitor@example.com',
  url: 'https://example.com/',
  number: '1',
  date: '2000-01-01',
};

function isOwnDomain(address: string, host: string): boolean {
  const home = host.toLowerCase().replace(/^www\./, '');
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (home === 'localhost' || /^[\d.]+$|:/.test(home) || !home.includes('.')) return true;
  return domain === home || home.endsWith(`.${domain}`) || domain.endsWith(`.${home}`);
}
