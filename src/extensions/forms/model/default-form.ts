import type { FormProperties } from './form-properties.ts';
import type { MailTemplate } from './mail-template.ts';

/** What a new form needs to know about its site. */
export interface DefaultFormSite {
  readonly adminEmail: string;
  /** Host name of the site. */
  readonly host: string;
}

/** The default properties of a form. */
export function defaultProperties(site: DefaultFormSite): FormProperties {
  const sender = `[_site_title] <${senderAddress(site)}>`;
  const signature = '-- \nSent through a form on [_site_title] ([_site_url])';
  const common = {
    subject: '[_site_title]: "[your-subject]"',
    sender,
    attachments: '',
    useHtml: 0,
    excludeBlank: 0,
  } as const;
  const mail: MailTemplate = {
    ...common,
    active: true,
    recipient: site.adminEmail,
    body: `From: [your-name] <[your-email]>\nSubject: [your-subject]\n\n[your-message]\n\n${signature}`,
    additionalHeaders: 'Reply-To: [your-email]',
  };
  const mail2: MailTemplate = {
    ...common,
    active: false,
    recipient: '[your-email]',
    body: `[your-message]\n\n${signature}`,
    additionalHeaders: `Reply-To: ${site.adminEmail}`,
  };
  return { form: defaultTemplate, mail, mail2, messages: {}, additionalSettings: null };
}

const defaultTemplate = `<label>Your name
[text* your-name autocomplete:name]</label>

<label>Your e-mail address
[email* your-email autocomplete:email]</label>

<label>Subject
[text* your-subject]</label>

<label>Your message (optional)
[textarea your-message]</label>

[submit "Send"]`;

/** Mail servers reject senders of other domains, so the administrator's address is used only within the site's own. */
function senderAddress({ adminEmail, host }: DefaultFormSite): string {
  const home = host.toLowerCase().replace(/^www\./, '');
  const domain = adminEmail.slice(adminEmail.lastIndexOf('@') + 1).toLowerCase();
  return domain === home || isLocal(home) ? adminEmail : `no-reply@${home}`;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost') || /^[\d.]+$|:/.test(host);
