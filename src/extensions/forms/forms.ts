import { type Extension, internal } from '../../extension.ts';
import { contactFormCode } from './embed-code.ts';
import { feedbackRoute } from './feedback-route.ts';
import { formCommands } from './form-commands.ts';
import { formPages } from './form-pages.ts';
import { formRoutes } from './form-routes.ts';
import { addFirstForm, FORM_TYPE } from './form-store.ts';
import type { FormsParts } from './forms-parts.ts';
import { filesTable, sweepKept } from './inbox/kept-files.ts';
import { messagesTable, usedTable } from './inbox/message-table.ts';
import { setMessageStatus } from './inbox/store-message.ts';
import { createRateLimit } from './rate-limit.ts';
import { refillRoute } from './refill-route.ts';
import { formNames } from './render/form-names.ts';
import { httpBotCheck } from './submission/bot-check.ts';
import { sweepUploads } from './uploads/upload-intake.ts';

/** Contact forms: a template language, checked submissions, mail that arrives, an inbox, and a script for any page. */
export const forms: Extension = {
  name: 'forms',
  postTypes: [internal(FORM_TYPE, { label: 'Forms', supports: ['title', 'author'] })],
  tables: [messagesTable, filesTable, usedTable],
  shortcodes: { 'contact-form': contactFormCode },
  commands: formCommands,
  onNewSite: addFirstForm,
  async setUp({ store, mail, config, clock, folder, files, secret, fetch, ask, log }) {
    const names = formNames(config.formsPrefix);
    const parts: FormsParts = {
      store,
      mail,
      names,
      knownNames: [names, ...(config.formsPrefixAlias ? [formNames(config.formsPrefixAlias)] : [])],
      key: await secret('forms'),
      uploadFolder: await folder('form-uploads'),
      fileFolder: await folder('form-files'),
      files,
      botCheck: config.botCheckUrl
        ? httpBotCheck(fetch, { url: config.botCheckUrl, secret: config.botCheckSecret })
        : null,
      rateLimit: config.throttle ? createRateLimit() : null,
      ask,
      warn: (facts, message) => log.warn(facts, message),
    };
    if (!mail.isConfigured) log.warn('there is no mail server; what forms receive stays in the inbox and the outbox');
    mail.listen('forms', async (reference, { state }) => {
      const id = Number(reference.slice('forms:'.length));
      if (id > 0 && state !== 'queued')
        await setMessageStatus(store, id, state === 'sent' ? 'mail_sent' : 'mail_failed');
    });
    await sweepUploads(parts.uploadFolder, clock());
    await sweepKept(store, parts.fileFolder, clock());
    return {
      namespace: { name: 'forms/v1', routes: [...formRoutes(parts), feedbackRoute(parts), refillRoute(parts)] },
      page: formPages(parts, clock),
    };
  },
};
