import {
  type ActiveExtension,
  defineExtension,
  escapeHtml,
  internalType,
  option,
  serverPath,
} from '../../extension.ts';
import { feedbackRoute, refillRoute } from './feedback-route.ts';
import { formCommands } from './form-commands.ts';
import { formPages } from './form-pages.ts';
import { formPreviewRoute, formRoutes } from './form-routes.ts';
import { filesTable, sweepKept } from './inbox/message-files.ts';
import { messageRoutes } from './inbox/message-routes.ts';
import { messagesTable, setMessageStatus, usedTable } from './inbox/message-table.ts';
import { personalMessages } from './inbox/personal-messages.ts';
import { privacyRoutes, removeOutdated } from './inbox/retention.ts';
import { formNames } from './model/form-names.ts';
import { addFirstForm, formType } from './model/form-store.ts';
import { attributes, element } from './render/html.ts';
import { createRateLimit, type FormsContext } from './submission/forms-context.ts';
import { httpBotCheck } from './submission/spam-rules.ts';
import { sweepUploads } from './submission/upload-intake.ts';

/** The settings of forms. */
export const formOptions = {
  prefix: option.pattern(
    {
      env: 'PLATEN_FORMS_PREFIX',
      fallback: 'cform',
      help: 'Prefix of class names and hidden fields of forms.',
    },
    'a letter, then letters and digits in lower case, at most 20',
    /^[a-z][a-z0-9]{1,19}$/,
  ),
  prefixAlias: option.pattern(
    {
      env: 'PLATEN_FORMS_PREFIX_ALIAS',
      help: 'A second prefix that posted forms may use, for pages written for another one.',
    },
    'a letter, then letters and digits in lower case, at most 20',
    /^$|^[a-z][a-z0-9]{1,19}$/,
  ),
  botCheckUrl: option.address(
    {
      env: 'PLATEN_BOT_CHECK_URL',
      help: 'Bot detection service for forms; gets secret, response and remoteip. Default: none.',
    },
    ['https'],
  ),
  botCheckSecret: option.text({ env: 'PLATEN_BOT_CHECK_SECRET', secret: true, help: 'Our secret for that service.' }),
};

/**
 * `[contact-form id="12"]` in a text becomes an element that the script fills with the form; without scripts a link
 * leads to a page with only the form. Rendering a text does not query the database, so the form is loaded later.
 */
export function contactFormCode(
  given: Readonly<Record<string, string>>,
  _body?: string,
  context?: { readonly postId: number; readonly serverBase?: string },
): string {
  const id = /^\d{1,15}$/.test(given['id'] ?? '') ? given['id'] : undefined;
  if (id === undefined) return element('p', { role: 'note' }, 'This form is no longer here.');
  const container = attributes({
    'data-cform-embed': id,
    'data-post': context?.postId || undefined,
    'data-html-id': given['html_id'],
    'data-html-name': given['html_name'],
    'data-html-class': given['html_class'],
  });
  const base = context?.serverBase ?? '';
  const link = element('a', { href: `${base}/embed/forms/${id}` }, escapeHtml(given['title'] || 'Open the form'));
  return `<div${container}><noscript>${link}</noscript></div><script src="${escapeHtml(base)}/embed/forms.js" defer></script>`;
}

/**
 * Contact forms: a template language, validated submissions, reliable mail, an inbox, and a script for any page.
 *
 * A folder imports only from those before it, and none imports from the files beside this one:
 * template, model, inbox, challenge, render, submission.
 */
export const forms = defineExtension({
  name: 'forms',
  description: 'Contact forms with an inbox.',
  capabilities: { mail: true, fetch: ['*'], files: 'write', folders: true, store: true },
  options: formOptions,
  postTypes: [internalType(formType, { label: 'Forms', supports: ['title', 'author'] })],
  tables: [messagesTable, filesTable, usedTable],
  shortcodes: { 'contact-form': contactFormCode },
  commands: formCommands,
  personalData: personalMessages,
  onNewSite: addFirstForm,
  jobs: [
    {
      name: 'retention',
      everyMs: 3_600_000,
      run: async ({ store, folder, clock }, signal) => {
        await removeOutdated(store, await folder('form-files'), clock(), signal);
      },
    },
  ],
  async setUp({ store, mail, options, throttle, clock, limiter, folder, files, secret, fetch, log, formHooks }) {
    const names = formNames(options.prefix);
    const context: FormsContext = {
      store,
      mail,
      names,
      knownNames: [names, ...(options.prefixAlias ? [formNames(options.prefixAlias)] : [])],
      key: await secret('forms'),
      uploadFolder: await folder('form-uploads'),
      fileFolder: await folder('form-files'),
      files,
      botCheck: options.botCheckUrl
        ? httpBotCheck(fetch, { url: options.botCheckUrl, secret: options.botCheckSecret })
        : null,
      rateLimit: throttle ? createRateLimit(limiter) : null,
      hooks: formHooks,
      warn: (facts, message) => log.warn(facts, message),
    };
    if (!mail.isConfigured) log.warn('there is no mail server; what forms receive stays in the inbox and the outbox');
    mail.listen('forms', async (reference, { state }) => {
      const id = Number(reference.slice('forms:'.length));
      if (id > 0 && state !== 'pending')
        await setMessageStatus(store, id, state === 'sent' ? 'mail_sent' : 'mail_failed');
    });
    await sweepUploads(context.uploadFolder, clock());
    await sweepKept(store, context.fileFolder, clock());
    return {
      namespace: { name: 'forms/v1', routes: [...formRoutes(context), feedbackRoute(context), refillRoute(context)] },
      adminRoutes: [...messageRoutes(context), ...privacyRoutes(context), formPreviewRoute(context)],
      page: formPages(context, clock),
      refine: formStyles,
    };
  },
});

/** Adds the style sheet of forms to the pages that have one. */
export const formStyles: NonNullable<ActiveExtension['refine']> = async (page, _request, { site }) => {
  const { payload } = page;
  const link = `<link rel="stylesheet" href="${serverPath(site)}/embed/forms.css">`;
  if (typeof payload !== 'string' || !payload.includes('data-cform-embed') || payload.includes(link)) return page;
  return { ...page, payload: payload.replace('</head>', `${link}\n</head>`) };
};
