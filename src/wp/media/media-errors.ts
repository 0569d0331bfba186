import { defineErrors } from '../../errors.ts';

/** The errors of uploads. Codes are the contract; the statuses are 4xx wherever the request is at fault. */
export const mediaErrors = defineErrors({
  rest_upload_no_data: {
    status: 400,
    message: () => 'The request has no file. Send it as the body, or as the part "file" of a form.',
  },
  rest_upload_no_content_type: { status: 400, message: () => 'The Content-Type header is missing.' },
  rest_upload_no_content_disposition: {
    status: 400,
    message: () => 'The Content-Disposition header is missing. Send attachment; filename="…".',
  },
  rest_upload_invalid_disposition: {
    status: 400,
    message: () => 'The Content-Disposition header has no file name. Send attachment; filename="…".',
  },
  rest_upload_hash_mismatch: {
    status: 412,
    message: () => 'The checksum does not match the file. Send the file again.',
  },
  rest_upload_sideload_error: { status: 400, message: (at: { why: string }) => at.why },
  rest_upload_unknown_error: { status: 400, message: (at: { why: string }) => at.why },
  rest_upload_file_too_big: { status: 413, message: (at: { why: string }) => at.why },
  rest_invalid_param: { status: 400, message: () => 'A file cannot be attached to another file or to a revision.' },
});
