import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { WireFile } from '../../core/wire/contract.ts';
import { useFieldServices } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { fileName } from './stored-files.ts';

/**
 * Plays a stored video in place, in parts as the server sends them. Where its link has run out the whole file is read
 * by its id, once the person asks for it.
 */
export function VideoPlayer({ file }: { file: WireFile }) {
  const services = useFieldServices();
  const name = fileName(file);
  const [failed, setFailed] = useState(file.link === '');
  const [whole, setWhole] = useState<string>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  useEffect(() => {
    if (whole === undefined) return;
    return () => URL.revokeObjectURL(whole);
  }, [whole]);
  const read = async () => {
    setState('loading');
    try {
      setWhole(URL.createObjectURL(await services.readFile(file, new AbortController().signal)));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  if (state === 'failed') {
    return (
      <div className="anlan-video anlan-file-error" role="alert">
        {fieldText('videoFailed')}
      </div>
    );
  }
  if (failed && whole === undefined) {
    return (
      <div className="anlan-video">
        <Button loading={state === 'loading'} onClick={() => void read()}>
          {fieldText('play', { name })}
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody writes captions for what is filmed on site.
    <video
      className="anlan-video"
      src={whole ?? file.link}
      controls
      playsInline
      preload="metadata"
      aria-label={fieldText('play', { name })}
      onError={() => (whole === undefined ? setFailed(true) : setState('failed'))}
    />
  );
}
