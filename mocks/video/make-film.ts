// `node mocks/video/make-film.ts`: writes the sample film beside it, fragmented, a second each. H.264, without sound.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import encoding from 'h264-mp4-encoder';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { drawScene, FILM_SECONDS, HIGH, RATE, WIDE } from './scene.ts';

async function encode(): Promise<Uint8Array> {
  const encoder = await encoding.createH264MP4Encoder();
  Object.assign(encoder, {
    width: WIDE,
    height: HIGH,
    frameRate: RATE,
    groupOfPictures: RATE,
    quantizationParameter: 30,
  });
  encoder.initialize();
  for (let picture = 0; picture < FILM_SECONDS * RATE; picture += 1) {
    encoder.addFrameRgba(drawScene({ camera: 1, second: picture / RATE, moving: true }));
  }
  encoder.finalize();
  const film = encoder.FS.readFile(encoder.outputFilename);
  encoder.delete();
  return film;
}

async function fragment(film: Uint8Array): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(film), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('no film');
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.9 }),
    target: new BufferTarget(),
  });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: RATE });
  await output.start();
  let place = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // The encoder does not say which pictures need none before them.
    const type = place % RATE === 0 ? 'key' : 'delta';
    const [timestamp, duration] = [place / RATE, 1 / RATE];
    await source.add(packet.clone({ type, timestamp, duration }), place === 0 ? { decoderConfig } : undefined);
    place += 1;
  }
  await output.finalize();
  if (output.target.buffer === null) throw new Error('no film');
  return new Uint8Array(output.target.buffer);
}

const film = await fragment(await encode());
writeFileSync(join(import.meta.dirname, 'sample.mp4'), film);
console.log(`${film.length} bytes`);
