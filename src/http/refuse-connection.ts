import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'rest_request_timeout',
    message: 'The headers did not arrive in time. Send the request again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'rest_headers_too_large',
    message: 'The headers are too large. Send fewer or shorter ones.',
  },
};

const notHttp: Refusal = { status: 400, code: 'rest_invalid_request', message: 'This is not a valid HTTP request.' };

/** Sends an error for a request that cannot be parsed, and closes the connection. */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, message } = refusals[error.code ?? ''] ?? notHttp;
  if (socket.writable) {
    const body = JSON.stringify({ code, message, data: { status } });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=UTF-8',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
