import { composeMessage } from '../background/mail/compose-message.ts';
import type { Outbox } from '../background/mail/outbox.ts';
import type { Fetcher } from '../lib/fetcher.ts';
import type { Limiters } from '../limits/limiter.ts';
import type { PictureConverter } from '../media/workers/image-processor.ts';
import type { Site } from '../rules/site.ts';
import type { Rows, Store } from '../storage/store.ts';
import { currentStore, ownTable, withTransaction } from './call-extension.ts';
import type { Extension } from './definition.ts';
import type {
  BaseHost,
  CacheControl,
  ContentWriter,
  ExtensionMail,
  Files,
  FormHooks,
  PlainMail,
  UserReader,
} from './host.ts';

/** What hosts are made from; supplied by the composition root. */
export interface HostServices
  extends Pick<BaseHost, 'log' | 'clock' | 'variant' | 'site' | 'types' | 'throttle' | 'secret'> {
  readonly store: Store;
  readonly limiters: Limiters;
  readonly formHooks: () => FormHooks | null;
  readonly mail: Outbox;
  readonly cache: CacheControl;
  readonly files: Files;
  readonly pictures: PictureConverter;
  readonly folder: (name: string) => Promise<string>;
  /** A fetcher that reaches only hosts of these names. */
  readonly fetcherFor: (hosts: readonly string[]) => Fetcher;
  /** Content and users through the store that is current, in the name of an extension. */
  readonly contentFor: (extension: string, store: () => Store) => ContentWriter;
  readonly usersFor: (store: () => Store) => UserReader;
}

/** The host of an extension: the basics, and what its capabilities name. Members beyond that do not exist. */
export function createHost(
  extension: Extension,
  options: Readonly<Record<string, unknown>>,
  services: HostServices,
): BaseHost {
  const { name, capabilities = {} } = extension;
  const { content, users, mail, fetch, files, folders, cache, pictures, store: wholeStore } = capabilities;
  const store = () => currentStore(services.store);
  const writer = content && services.contentFor(name, store);
  return Object.freeze({
    ...baseHost(extension, options, services),
    // They change while the site runs.
    get types() {
      return services.types;
    },
    ...(writer ? { content: content === 'write' ? writer : onlyReads(writer) } : {}),
    ...(users ? { users: services.usersFor(store) } : {}),
    ...(mail ? { mail: extensionMail(name, services) } : {}),
    ...(fetch ? { fetch: services.fetcherFor(fetch) } : {}),
    ...(files ? { files: files === 'write' ? services.files : onlyReadsFiles(services.files) } : {}),
    ...(folders ? { folder: wholeStore ? services.folder : (one: string) => services.folder(`${name}-${one}`) } : {}),
    ...(cache ? { cache: services.cache } : {}),
    ...(pictures ? { pictures: services.pictures } : {}),
    ...(wholeStore ? { store: services.store } : {}),
  });
}

function baseHost(extension: Extension, options: Readonly<Record<string, unknown>>, services: HostServices): BaseHost {
  const { name, tables = [], capabilities = {} } = extension;
  const limits = { extension: name, tables };
  const { log, clock, variant, site, types, throttle, limiters, formHooks } = services;
  return {
    name,
    options,
    log: log.child({ extension: name }),
    clock,
    variant,
    site,
    types,
    throttle,
    limiter: limiters,
    // The program's own extensions are trusted with the whole store, and keep the keys they have used so far.
    secret: (purpose) => services.secret(capabilities.store ? purpose : `extension ${name}: ${purpose}`),
    table: (table) => currentRows(() => ownTable(currentStore(services.store), table, limits)),
    async transaction(work) {
      const result = await withTransaction(currentStore(services.store), work);
      formHooks()?.wake();
      return result;
    },
    formHooks,
  };
}

/** Rows that are looked up at each use, so that a reference kept from the start uses the store of each request. */
function currentRows<Row extends object>(rows: () => Rows<Row>): Rows<Row> {
  rows();
  return {
    find: (...given) => rows().find(...given),
    count: (where) => rows().count(where),
    insert: (row) => rows().insert(row),
    append: (row) => rows().append(row),
    put: (row) => rows().put(row),
    update: (where, changes) => rows().update(where, changes),
    increase: (where, by) => rows().increase(where, by),
    remove: (where) => rows().remove(where),
  };
}

function onlyReads({ get, list, count, meta }: ContentWriter): Pick<ContentWriter, 'get' | 'list' | 'count' | 'meta'> {
  return { get, list, count, meta };
}

function onlyReadsFiles(files: Files): Pick<Files, 'stat' | 'read'> {
  return { stat: (path) => files.stat(path), read: (...given) => files.read(...given) };
}

interface MailServices {
  readonly mail: Outbox;
  readonly store: Store;
  readonly site: () => Promise<Site>;
  readonly clock: () => number;
}

/** The outbox for one extension. */
export function extensionMail(name: string, { mail, store, site, clock }: MailServices): ExtensionMail {
  return {
    isConfigured: mail.isConfigured,
    addFile: (...file) => mail.addFile(...file),
    enqueue: (inside, message, options) => mail.enqueue(inside, message, options),
    attempt: (id, timeoutMs) => mail.attempt(id, timeoutMs),
    retry: (reference) => mail.retry(reference),
    listen: (word, listener) => mail.listen(word, listener),
    async send({ to, subject, text, from }: PlainMail) {
      const { title, url } = await site();
      const sender = from ?? `${JSON.stringify(title || 'Site')} <noreply@${new URL(url).hostname}>`;
      const draft = { sender, recipient: to, subject, body: text, html: false, headerLines: [], attachments: [] };
      const composed = composeMessage(draft, new Date(clock()));
      if (!('message' in composed)) throw new TypeError(`The mail has no valid ${composed.problem}.`);
      await mail.enqueue(currentStore(store), composed.message, { reference: `extension-${name}:0` });
    },
  };
}
