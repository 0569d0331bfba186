// Loaded into a server process with --import: a double of the outside network. The public name `receiver.example` leads to a
// port of this machine; everything else of the guarded fetch is the real thing.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const outside = '93.184.216.34';
const { lookup } = dns;
const { connect } = net;
dns.lookup = (name, options) =>
  name === 'receiver.example' ? Promise.resolve([{ address: outside, family: 4 }]) : lookup(name, options);
net.connect = (target, ...rest) =>
  target?.host === outside
    ? connect({ host: '127.0.0.1', port: Number(process.env.RECEIVER_PORT) })
    : connect(target, ...rest);
syncBuiltinESMExports();
