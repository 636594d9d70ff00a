import { Duplex, Transform } from 'node:stream';

/**
 * A connection whose MQTT packets are at most so long: a length that a header announces is looked at before a byte of
 * the packet is kept, so that nobody makes the broker hold what it would refuse.
 */
export function limitPackets(socket: Duplex, largest: number): Duplex {
  let length = 0;
  let shift = 0;
  let isHead = true;
  let left = 0;
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; ) {
        if (left > 0) {
          const step = Math.min(left, chunk.length - at);
          left -= step;
          at += step;
        } else if (isHead) {
          isHead = false;
          at += 1;
        } else {
          const byte = chunk[at] ?? 0;
          length += (byte & 127) * 2 ** shift;
          shift += 7;
          at += 1;
          if (length > largest || shift > 28) return done(new Error(`an MQTT packet of more than ${largest} bytes`));
          if (byte >= 128) continue;
          [left, length, shift, isHead] = [length, 0, 0, true];
        }
      }
      done(null, chunk);
    },
  });
  guard.once('error', () => socket.destroy());
  socket.once('error', () => guard.destroy());
  socket.once('close', () => guard.destroy());
  return Duplex.from({ readable: socket.pipe(guard), writable: socket });
}
