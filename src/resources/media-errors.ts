import { defineErrors } from '../errors.ts';

/** What can be refused of an upload. Codes are the contract; where its model blames itself, we blame the request. */
export const mediaErrors = defineErrors({
  rest_upload_no_data: { status: 400, message: () => 'No file was sent.' },
  rest_upload_no_content_type: { status: 400, message: () => 'The request does not say of what type the file is.' },
  rest_upload_no_content_disposition: {
    status: 400,
    message: () => 'The request does not name the file. Send Content-Disposition: attachment; filename="…".',
  },
  rest_upload_invalid_disposition: {
    status: 400,
    message: () => 'No file name can be read from Content-Disposition. It should be attachment; filename="…".',
  },
  rest_upload_hash_mismatch: { status: 412, message: () => 'The file that arrived is not the one the checksum is of.' },
  rest_upload_sideload_error: { status: 400, message: (at: { why: string }) => at.why },
  rest_upload_unknown_error: { status: 400, message: (at: { why: string }) => at.why },
  rest_upload_file_too_big: { status: 413, message: (at: { why: string }) => at.why },
  rest_invalid_param: { status: 400, message: () => 'A file cannot hang on another file or on a revision.' },
});
