import { createExchangeJobs, type ExchangeJobs } from '../../exchange/jobs/exchange-jobs.ts';
import { stickyIds } from '../../wp/posts/operations/sticky-posts.ts';
import { openRehearsalStore } from '../exchange/rehearsal-store.ts';
import { type Services, siteTables } from '../open-services.ts';

/** Imports and exports of the running site. */
export function exchangeJobs(services: Services): ExchangeJobs {
  const { store, config, clock, site, content, extensions, media, folder, queue, fetcherFor } = services;
  return createExchangeJobs(
    {
      store,
      config,
      clock,
      site,
      types: content.types,
      tables: siteTables(extensions),
      files: media.files,
      fetch: fetcherFor(() => true),
      stickyIds,
      rehearse: () => openRehearsalStore(config, extensions),
      folder,
    },
    queue,
  );
}
