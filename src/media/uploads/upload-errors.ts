import { defineErrors } from '../../lib/errors.ts';

/** The errors of resumable uploads; statuses are those of tus 1.0.0 where it names one. */
export const uploadErrors = defineErrors({
  platen_upload_version: {
    status: 412,
    message: () => 'The Tus-Resumable header must name version 1.0.0 of the tus protocol.',
  },
  platen_upload_header: { status: 400, message: (at: { why: string }) => at.why },
  platen_upload_type: {
    status: 415,
    message: () => 'The Content-Type of bytes of an upload must be application/offset+octet-stream.',
  },
  platen_upload_not_found: {
    status: 404,
    message: () => 'There is no such upload of this account. It may have expired; begin again.',
  },
  platen_upload_lost: {
    status: 404,
    message: () => 'The bytes of this upload are not stored any more. Begin again.',
  },
  platen_upload_offset: {
    status: 409,
    message: (at: { received: number }) => `Go on at byte ${at.received}: this is what was received.`,
  },
  platen_upload_busy: {
    status: 423,
    message: () => 'Another request is sending this upload. Try again in a moment.',
  },
  platen_upload_checksum: {
    status: 460,
    message: () => 'The checksum does not match the bytes that arrived. Send them again.',
  },
  platen_upload_interrupted: {
    status: 400,
    message: () => 'The request ended before all of its bytes arrived. Ask for the offset and go on there.',
  },
  platen_too_many_uploads: {
    status: 429,
    message: (at: { most: number }) =>
      `An account may have ${at.most} unfinished uploads. Finish or cancel one of them first.`,
  },
});
