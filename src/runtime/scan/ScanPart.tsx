import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { ScanModel } from '../../core/model/entity-model.ts';
import { canScan, watchCamera } from './camera.ts';
import { linkedCode, readScanned } from './scanned.ts';
import { scanText } from './text.ts';
import './scan.css';

interface ScanPartProps {
  readonly id: string;
  readonly scan: Pick<ScanModel, 'turning' | 'within'>;
  /** What was typed or scanned. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly disabled: boolean;
}

/** Where a code is typed, and scanned where the browser has a camera that reads codes. */
export function ScanPart({ id, scan, value, onChange, disabled }: ScanPartProps) {
  const [camera, setCamera] = useState(false);
  return (
    <div className="anlan-scan">
      <label htmlFor={id}>{scanText('code.label')}</label>
      <div className="anlan-scan-row">
        <Input
          id={id}
          // Of an address that a phone scanned people read the code alone.
          value={linkedCode(value)?.code ?? value}
          disabled={disabled}
          autoFocus
          allowClear
          autoComplete="off"
          autoCapitalize={scan.turning ? 'characters' : 'off'}
          maxLength={500}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
        {canScan() && (
          <Button disabled={disabled} onClick={() => setCamera((open) => !open)}>
            {scanText(camera ? 'camera.close' : 'camera.open')}
          </Button>
        )}
      </div>
      {camera && (
        <Camera
          onCode={(text) => {
            setCamera(false);
            onChange(text);
          }}
        />
      )}
      <p className="anlan-hint" id={`${id}-hint`}>
        {scanText(scan.turning ? 'code.hint' : 'code.tagHint')}
        {scan.within === undefined ? '' : ` ${scanText('place.asked', { within: scan.within })}`}
      </p>
    </div>
  );
}

function Camera({ onCode }: { readonly onCode: (text: string) => void }) {
  const picture = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    const { current } = picture;
    if (current === null) return undefined;
    let end: (() => void) | undefined;
    let gone = false;
    watchCamera(current, (text) => latest.current(text)).then(
      (stop) => {
        end = stop;
        if (gone) stop();
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      end?.();
    };
  }, []);
  if (failed) return <p role="alert">{scanText('camera.failed')}</p>;
  return <video ref={picture} className="anlan-scan-camera" muted playsInline aria-label={scanText('camera.view')} />;
}

/** The code of what was typed or scanned; undefined where nothing was. */
export function scannedBody(text: string) {
  const scanned = readScanned(text);
  return scanned.code === '' ? undefined : scanned;
}
