import { MOST_ATTACHED_BYTES, readAttachments } from '../mail/attachment-lines.ts';
import { composeFormMail } from '../mail/form-mail.ts';
import type { MailTagLookup } from '../mail/mail-tags.ts';
import { type FormTag, isField } from '../template/form-tag.ts';
import { parseTemplate, templateTags } from '../template/parse-template.ts';
import { parseSettings } from './additional-settings.ts';
import type { FormProperties } from './form-properties.ts';
import type { MailTemplate } from './mail-template.ts';

/** What the check needs to know of the site. */
export interface ConfigSite {
  readonly host: string;
  readonly adminEmail: string;
  readonly title: string;
  readonly url: string;
  /** How large a stored file is, by its path below the uploads folder; undefined where there is none. */
  readonly fileSize: (path: string) => number | undefined;
}

/** A warning; it never keeps a form from being saved. */
export interface ConfigError {
  readonly message: string;
  /** Where to read more; empty when there is nothing more to say. */
  readonly link: string;
}

/** Warnings by section of the form: what would go wrong if someone filled in the required fields and nothing else. */
export function configErrors(
  properties: FormProperties,
  site: ConfigSite,
): Readonly<Record<string, readonly ConfigError[]>> {
  const tags = templateTags(properties.form);
  const found: [section: string, message: string][] = [
    ...templateErrors(properties.form, tags).map((message): [string, string] => ['form.body', message]),
    ...mailErrors('mail', properties.mail, tags, site),
    ...(properties.mail2.active ? mailErrors('mail_2', properties.mail2, tags, site) : []),
    ...Object.entries(properties.messages)
      .filter(([, text]) => /<[a-z/!]/i.test(text))
      .map(([key]): [string, string] => [`messages.${key}`, 'Markup in a message is not shown.']),
    ...settingsErrors(properties.additionalSettings ?? ''),
  ];
  const errors: Record<string, ConfigError[]> = {};
  for (const [section, message] of found) errors[section] = [...(errors[section] ?? []), { message, link: '' }];
  return errors;
}

function mailErrors(
  section: string,
  mail: MailTemplate,
  tags: readonly FormTag[],
  site: ConfigSite,
): [string, string][] {
  const errors: [string, string][] = [];
  const say = (part: string, message: string) => errors.push([`${section}.${part}`, message]);
  const sources = { lookup: sampleLookup(tags, site), isTyped: () => false, locale: '', attachments: [] };
  // A mail without a recipient goes to the administrator, as everywhere.
  const composed = composeFormMail({ ...mail, recipient: mail.recipient || site.adminEmail }, sources, new Date(0));
  const dropped = (part: string) => composed.dropped.some((one) => one.part === part);
  if (dropped('sender') || ('problem' in composed && composed.problem === 'sender'))
    say('sender', 'The sender is not one mail address.');
  else if ('message' in composed && !isOwnDomain(composed.message.from.address, site.host))
    say('sender', 'The sender is not of this site’s own domain, so mail servers may take it for forged.');
  if (dropped('recipient') || ('problem' in composed && composed.problem === 'recipient'))
    say('recipient', 'The recipient is not a list of mail addresses.');
  if (dropped('header')) say('additional_headers', 'A header cannot be used as it comes out.');
  if ('message' in composed && composed.message.subject === '') say('subject', 'The subject may come out empty.');
  if ('message' in composed && composed.message.body.trim() === '') say('body', 'The body may come out empty.');
  for (const message of attachmentErrors(mail, tags, site)) say('attachments', message);
  return errors;
}

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
    ...(bytes <= MOST_ATTACHED_BYTES ? [] : ['The attached files are larger together than mail servers take.']),
  ];
}

/** Optional fields are taken as empty, required ones as filled in. */
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

function templateErrors(template: string, tags: readonly FormTag[]): string[] {
  const errors: string[] = [];
  const html = parseTemplate(template)
    .map((part) => ('html' in part ? part.html : isField(part.tag) ? '\u0000' : ''))
    .join('');
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

/** The insides of label elements. */
const labels = (html: string) =>
  html
    .split(/<label\b/i)
    .slice(1)
    .map((rest) => rest.split(/<\/label/i)[0] ?? '');

/** Parameters that addresses of the site's pages understand. */
const pageParameters: ReadonlySet<string> = new Set(
  'attachment attachment_id author author_name calendar cat category_name cpage day embed error exact feed hour m minute monthnum more name order orderby p page page_id paged pagename post_type posts preview s search second sentence static subpost tag taxonomy term w year'.split(
    ' ',
  ),
);

function settingsErrors(text: string): [string, string][] {
  const old = parseSettings(text).entries.some(([name]) => name === 'on_sent_ok' || name === 'on_submit');
  return old ? [['additional_settings.body', 'Scripts in the settings are not run.']] : [];
}
