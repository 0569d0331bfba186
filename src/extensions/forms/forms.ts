import { defineExtension, internalType } from '../../extension.ts';
import { httpBotCheck } from './abuse/bot-check.ts';
import { createRateLimit } from './abuse/rate-limit.ts';
import { contactFormCode } from './embed-code.ts';
import { feedbackRoute } from './feedback-route.ts';
import { formCommands } from './form-commands.ts';
import { formOptions } from './form-options.ts';
import { formPages } from './form-pages.ts';
import { formPreviewRoute } from './form-preview-route.ts';
import { formRoutes } from './form-routes.ts';
import { formType } from './form-store.ts';
import { formStyles } from './form-styles.ts';
import { filesTable, sweepKept } from './inbox/kept-files.ts';
import { messageRoutes } from './inbox/message-routes.ts';
import { messagesTable, usedTable } from './inbox/message-table.ts';
import { privacyRoutes } from './inbox/privacy-routes.ts';
import { removeOutdated } from './inbox/retention.ts';
import { setMessageStatus } from './inbox/store-message.ts';
import { addFirstForm } from './insert-form.ts';
import { formNames } from './model/form-names.ts';
import { refillRoute } from './refill-route.ts';
import type { FormsContext } from './submission/forms-context.ts';
import { sweepUploads } from './uploads/upload-intake.ts';

/**
 * Contact forms: a template language, validated submissions, reliable mail, an inbox, and a script for any page.
 *
 * A folder imports only from those before it, and none imports from the files beside this one:
 * template, markup, inbox, model, challenge, uploads, posted, abuse, mail, render, check, submission.
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
      if (id > 0 && state !== 'queued')
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
