import { html, raw } from 'hono/html';

/** A piece of HTML. Strings put into `html` are escaped; pieces are not. */
export type Html = ReturnType<typeof html>;

/** Nothing, where a piece of HTML is expected. */
export const noHtml: Html = raw('');

export { html, raw };
