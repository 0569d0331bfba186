import { localDate } from '../../text/formats/local-date.ts';
import { type Html, html, noHtml, raw } from '../../theme/html.ts';
import { filled } from '../../theme/words/words-in.ts';
import type { PageWork } from '../page-context.ts';
import type { ListTarget } from './list-model.ts';
import { plainOf } from './plain.ts';

/** The heading of a list, and what is known about its subject. */
export async function headingOf(
  work: PageWork,
  target: ListTarget,
  title: string,
): Promise<{ heading: string; description: Html }> {
  const { words } = work;
  const { store, site } = work.call;
  switch (target.kind) {
    case 'home':
      return { heading: target.page ? plainOf(target.page.title) : title, description: noHtml };
    case 'search':
      return {
        heading: target.text === '' ? words.search : filled(words.searchResults, { text: target.text }),
        description: noHtml,
      };
    case 'term': {
      const about = target.term.description.trim();
      return {
        heading: plainOf(target.term.name),
        description: about === '' ? noHtml : html`<p>${plainOf(about)}</p>`,
      };
    }
    case 'archive':
      return { heading: target.type.labels.name, description: noHtml };
    case 'author': {
      const rows = (await store.meta.of('user', [target.user.id], ['description'])).get(target.user.id) ?? [];
      const about = plainOf(rows[0]?.value ?? '');
      return { heading: plainOf(target.user.displayName), description: about === '' ? noHtml : html`<p>${about}</p>` };
    }
    case 'date': {
      const { year, month, day } = target.date;
      const two = (n = 1) => String(n).padStart(2, '0');
      const pattern = day ? site.dateFormat : month ? 'F Y' : 'Y';
      const stored = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} 00:00:00`;
      return { heading: localDate(stored, pattern, site.language), description: raw('') };
    }
  }
}
