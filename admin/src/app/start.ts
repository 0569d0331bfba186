/** What the server wrote into the document; everything else is asked of the interface. */
export interface Start {
  readonly siteUrl: string;
  readonly serverPath: string;
  readonly apiPath: string;
  readonly siteTitle: string;
  readonly startOfWeek: number;
  readonly userId: number;
  readonly nonce: string;
  /** Whether a mail server is set up; without one, mail waits. */
  readonly canSendMail: boolean;
  /** The names of the site's extensions; only their screens are offered. */
  readonly extensions: readonly string[];
}

export const start: Start = JSON.parse(metaContent('start') || '{}');

/** Styles that are made while the page runs carry it. */
export const styleNonce: string = metaContent('style-nonce');

/** The path of the page itself, for the router. */
export const basePath = `${start.serverPath}/admin`;

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
