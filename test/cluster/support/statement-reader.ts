/** Reads the statements out of what a client sends to the database, packet by packet. */
export interface StatementReader {
  /** Whole packets as they may be sent on, each with the statement that it carries, if any. */
  read(chunk: Buffer): ClientPacket[];
}

export interface ClientPacket {
  readonly bytes: Buffer;
  /** The text of a query; null for anything else, such as the log-in. */
  readonly statement: string | null;
}

const headerBytes = 4;
const comQuery = 0x03;
/** Long statements are cut: a rule looks at their beginning. */
const shownBytes = 20_000;

export function createStatementReader(): StatementReader {
  let rest: Buffer = Buffer.alloc(0);
  return {
    read(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const packets: ClientPacket[] = [];
      while (rest.length >= headerBytes) {
        const end = headerBytes + rest.readUIntLE(0, 3);
        if (rest.length < end) break;
        packets.push(packet(rest.subarray(0, end)));
        rest = rest.subarray(end);
      }
      return packets;
    },
  };
}

/** A command begins with sequence number 0; the packets of the log-in, and of a long query's rest, do not. */
function packet(bytes: Buffer): ClientPacket {
  const isQuery = bytes[3] === 0 && bytes[headerBytes] === comQuery;
  return { bytes, statement: isQuery ? bytes.toString('utf8', headerBytes + 1, headerBytes + 1 + shownBytes) : null };
}
