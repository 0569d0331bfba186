import type { RouteModule } from '../../api/routing/registry.ts';
import { firstUseWindow } from '../../limits/limit-rules.ts';
import { unlimited } from '../../limits/limiter.ts';
import { createDownloadRoom } from '../../platen/remote-media/download-room.ts';
import { remoteMedia } from '../../platen/remote-media/remote-media.ts';
import type { PlatenContext } from './platen-context.ts';

/** How often an account may have files fetched. */
const downloads = firstUseWindow({ limit: 120, windowMs: 60_000 });

export function mediaByAddress({ services, core }: PlatenContext): RouteModule {
  const { config, media, limiters, fetcherFor } = services;
  return remoteMedia({
    core,
    library: media,
    fetch: fetcherFor(() => true),
    room: createDownloadRoom({ limiter: config.throttle ? limiters('downloads', downloads) : unlimited }),
    maxBytes: config.uploadLimitMegabytes * 1024 * 1024,
  });
}
