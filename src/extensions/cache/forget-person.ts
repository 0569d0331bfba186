import type { ExtensionHost, PersonalData } from '../../extension.ts';
import { crawledTable } from './crawled-urls.ts';
import { pageFactTable } from './pages/page-facts.ts';
import { pageQueueTable } from './pages/page-queue.ts';

/** Addresses that name a person, such as of the archive of an author. What is still there is found again. */
export const addressesOfPerson: PersonalData<Pick<ExtensionHost, 'store'>> = {
  export: async () => ({ rows: [], more: false }),
  async erase({ emails, names }, { store }, { isDry }) {
    let removed = 0;
    for (const text of [...emails, ...names]) {
      const [path, url] = [{ path: { contains: text } }, { url: { contains: text } }];
      const [crawled, facts, queue] = [
        store.table(crawledTable),
        store.table(pageFactTable),
        store.table(pageQueueTable),
      ];
      if (isDry) removed += (await crawled.count(path)) + (await facts.count(url)) + (await queue.count(url));
      else removed += (await crawled.remove(path)) + (await facts.remove(url)) + (await queue.remove(url));
    }
    return { removed, anonymised: 0, more: false };
  },
};
