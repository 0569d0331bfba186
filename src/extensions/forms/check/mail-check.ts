import { maxAttachedBytes, readAttachments } from '../mail/attachment-lines.ts';
import { composeFormMail, fillMailBody } from '../mail/form-mail.ts';
import { fillTags, type MailTagLookup } from '../mail/mail-tags.ts';
import type { MailTemplate } from '../model/mail-template.ts';
import { type FormTag, isField } from '../template/form-tag.ts';

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
