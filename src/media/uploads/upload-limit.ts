import type { Config } from '../../config/config.ts';

export type UploadLimits = Pick<Config, 'uploadLimits' | 'uploadLimitMegabytes'>;

/** The largest file that an account may upload, in bytes: the largest of its roles, that of the site where none has one. */
export function largestUpload(roles: readonly string[], { uploadLimits, uploadLimitMegabytes }: UploadLimits): number {
  const own = roles.flatMap((role) => (Object.hasOwn(uploadLimits, role) ? (uploadLimits[role] ?? []) : []));
  return Math.max(...(own.length > 0 ? own : [uploadLimitMegabytes])) * 1024 * 1024;
}
