import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { answer } from '../api/answer.ts';
import { sessionCookieName } from '../auth/session-cookie.ts';
import { createSharedAnswers } from '../cache/shared-answers.ts';
import { createFigures, type Figures, operationPages } from '../http/operations.ts';
import { createHttpServer } from '../http/server.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { serveUpload } from '../media/serve-upload.ts';
import { createVisits } from './create-visits.ts';
import type { Interface } from './interface.ts';
import type { Answered } from './log.ts';
import type { Services } from './services.ts';
import { finishedPage } from './site-pages.ts';

const bodyTimeoutMs = 30_000;

/** The HTTP server of the application: the interface, pages, files, figures, and the kept answers in front. */
export function buildServer(
  services: Services,
  made: Interface,
  { isClosing, accessLog }: { isClosing: () => boolean; accessLog: (answered: Answered) => void },
) {
  const { config, variant, log } = services;
  const figures = createFigures();
  exposeCache(figures, services);
  const note = noteAnswers(accessLog, figures);
  const shared = config.cacheMegabytes > 0 ? sharedAnswers(services, note) : null;
  const http = createHttpServer({
    answer: (request) => answer(request, made.engine),
    site: sitePages(services, made, figures, isClosing),
    limits: {
      bytes: config.bodyLimitMegabytes * 1024 * 1024,
      fileBytes: config.uploadLimitMegabytes * 1024 * 1024,
      milliseconds: bodyTimeoutMs,
    },
    trustedProxies: config.trustedProxies,
    opaqueOrigin: variant.protocol.opaqueOrigin,
    log,
    nextId: randomUUID,
    done: (message, response, milliseconds) => note(message, response.statusCode, milliseconds),
    ...(shared ? { cache: shared } : {}),
  });
  services.front.visit = createVisits(http, shared, config);
  return http;
}

type Note = (message: IncomingMessage, status: number, milliseconds: number) => void;

function sharedAnswers({ freshness, cache, clock }: Services, note: Note) {
  const served = (message: IncomingMessage, status: number) => note(message, status, 0);
  return createSharedAnswers({ freshness, cache, clock, sessionCookie: sessionCookieName, served });
}

/** Pages and files outside the interface, first come, first served. */
function sitePages(services: Services, made: Interface, figures: Figures, isClosing: () => boolean) {
  const { store, media } = services;
  const negotiate = made.extensions.find((parts) => parts.negotiate)?.negotiate;
  const operations = operationPages({ ping: () => store.ping(), figures, isClosing });
  return async (request: SiteRequest): Promise<SiteAnswer | null> => {
    const found = (await operations(request)) ?? (await serveUpload(media, request, negotiate));
    return found ?? finishedPage(request, made.pages);
  };
}

function noteAnswers(accessLog: (answered: Answered) => void, figures: Figures): Note {
  return ({ method = '', url }, status, milliseconds) => {
    figures.note({ method, status, milliseconds });
    accessLog({ method, url: withoutSecrets(url), status, ms: Math.round(milliseconds * 10) / 10 });
  };
}

/** Passwords and nonces may stand in an address, under names spelled in more ways than one; they are not for the log. */
function withoutSecrets(url = ''): string {
  if (!url.includes('?')) return url;
  return url.replace(/([?&])([^&=]*)=[^&]*/g, (pair, before, name) => (isSecret(name) ? `${before}${name}=…` : pair));
}

function isSecret(name: string): boolean {
  const plain = name.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return /password|_wpnonce|^token|^key/i.test(plain);
}

const cacheFigures = {
  entries: 'Answers kept in memory.',
  bytes: 'Memory they take.',
  hits: 'Answers sent from memory.',
  misses: 'Requests whose answer was not in memory.',
  kept: 'Answers put into memory.',
  overtaken: 'Answers not put there because what they were read from had changed meanwhile.',
  evicted: 'Answers dropped for want of memory.',
  expired: 'Answers dropped because what they were read from changed.',
} as const;

function exposeCache(figures: Figures, { cache }: Services): void {
  for (const [name, help] of Object.entries(cacheFigures)) {
    figures.gauge(`platen_cache_${name}`, help, () => cache.figures()[name as keyof typeof cacheFigures]);
  }
}
