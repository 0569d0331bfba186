import { attachedPath, everything, readStoredValue, type Store } from '../../../extension.ts';
import { readState } from '../stored-state.ts';
import { type ImageJob, imageJobTable, imageTotalsEntry, jobStatus, pathDigest, pictureFormats } from './image-jobs.ts';

const countedTypes = ['image/jpeg', 'image/png', 'image/gif'];
const shownStatuses = [1, 3, 6, -5];

/** Counts of the site's pictures, by the state of their jobs. */
export async function imageMetrics(store: Store): Promise<Record<string, unknown>> {
  const filter = { types: ['attachment'], visibility: everything, mimeTypes: countedTypes };
  const [newest] = await store.posts.find(filter, { by: 'id', direction: 'desc' }, { limit: 1, offset: 0 }, ['id']);
  const all = await store.posts.count(filter);
  const totals = await readState(store, imageTotalsEntry);
  const unfinished = await store.table(imageJobTable).find({ status: { in: shownStatuses } });
  const groups = (jobs: readonly ImageJob[]) => new Set(jobs.map(({ attachment }) => attachment)).size;
  const metrics: Record<string, number> = {
    max_id: newest?.id ?? 0,
    groups_all: all,
    groups_new: Math.max(0, all - totals.attachments),
    groups_done: Math.max(0, totals.attachments - groups(unfinished)),
  };
  for (const status of shownStatuses) {
    const jobs = unfinished.filter((job) => job.status === status);
    metrics[`group.${status}`] = groups(jobs);
    metrics[`img.${status}`] = jobs.length;
  }
  return metrics;
}

/** The results so far; only metrics that were ever set. */
export async function imageSummary(store: Store): Promise<Record<string, number>> {
  const totals = await readState(store, imageTotalsEntry);
  const running = await store.table(imageJobTable).count({ status: jobStatus.requested });
  const metrics = {
    next_post_id: totals.scannedId,
    is_running: running > 0 ? 1 : 0,
    last_requested: Math.floor(totals.lastRequestedMs / 1_000),
    last_pulled: Math.floor(totals.lastPulledMs / 1_000),
    img_taken: totals.taken,
    reduced: totals.reduced,
  };
  return Object.fromEntries(Object.entries(metrics).filter(([, value]) => value > 0));
}

/** What is known about one attachment's files; empty members if the id is not an attachment. */
export async function attachmentState(store: Store, id: number): Promise<Record<string, unknown>> {
  const post = id > 0 ? await store.posts.byId(id) : null;
  if (post?.type !== 'attachment') return { _wp_attached_file: '', _wp_attachment_metadata: '', img_data: [] };
  const meta = await store.meta.of('post', [id], ['_wp_attached_file', '_wp_attachment_metadata']);
  const values = new Map(meta.get(id)?.map(({ key, value }) => [key, value]));
  const jobs = await store.table(imageJobTable).find({ attachment: id });
  return {
    _wp_attached_file: attachedPath(values.get('_wp_attached_file')),
    _wp_attachment_metadata: readStoredValue(values.get('_wp_attachment_metadata')) ?? '',
    img_data: jobs.map(describeJob),
    savings: savings(jobs),
  };
}

function describeJob(job: ImageJob): Record<string, unknown> {
  return {
    id: job.id,
    optm_status: job.status,
    src: job.path,
    srcpath_md5: pathDigest(job.path),
    src_md5: job.sourceMd5,
    server_info: job.node
      ? {
          server: job.node.server,
          id: job.node.id,
          ...Object.fromEntries(pictureFormats.map((format) => [`${format}_md5`, job.node?.files[format]?.md5 ?? ''])),
        }
      : {},
  };
}

/** Bytes before and bytes saved, for the originals and for each generated format. */
export function savings(jobs: readonly ImageJob[]): Record<string, number> {
  const finished = jobs.filter(({ status }) => status === jobStatus.fetched);
  const metrics: Record<string, number> = { ori_total: 0, ori_saved: 0 };
  for (const job of finished) metrics['ori_total'] = (metrics['ori_total'] ?? 0) + job.sourceBytes;
  for (const format of pictureFormats) {
    const finishedInFormat = finished.filter(({ made }) => made?.[format]);
    metrics[`${format}_total`] = finishedInFormat.reduce((sum, job) => sum + job.sourceBytes, 0);
    metrics[`${format}_saved`] = finishedInFormat.reduce((sum, job) => sum + (job.made?.[format]?.saved ?? 0), 0);
  }
  return metrics;
}
