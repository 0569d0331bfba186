import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
/** Connects straight to the pinned address and checks the certificate against the host name. */
export const socketConnector = ({ address, port, secure, hostname }) =>
  secure
    ? connectTls({ host: address, port, servername: hostname, ALPNProtocols: ['http/1.1'] })
    : connectTcp({ host: address, port });
