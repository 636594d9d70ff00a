import { CameraOutlined, EnvironmentOutlined, QrcodeOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId } from 'react';
import { REASON } from '../../core/site/read-on-site.ts';
import type { ViewField } from '../../field-types/field-view.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { placeText } from '../../ui/place/text.ts';
import { PlainItem } from '../form/PlainItem.tsx';
import { ScanPart } from '../scan/ScanPart.tsx';
import type { SiteProof } from './useSiteProof.ts';
import './site.css';

const PHOTO: ViewField = {
  key: 'photo',
  title: placeText('photo'),
  property: { title: placeText('photo'), field: 'upload', type: 'array', media: 'image', maxItems: 1 },
  target: undefined,
  multiple: true,
};
/** A tag is a code that stays as it is. */
const TAG = { turning: false, within: undefined } as const;

interface SitePartProps {
  /** Undefined where no place is asked: nothing is drawn. */
  readonly proof: SiteProof | undefined;
  readonly disabled: boolean;
}

/** Asks where a person is: by the machine's position, and right there by the tag of the place or a photo with a reason. */
export function SitePart({ proof, disabled }: SitePartProps) {
  const id = useId();
  if (proof === undefined) return null;
  const { ask, way, setWay } = proof;
  const { name } = ask;
  const place = name === null ? placeText('here') : placeText('named', { name });
  return (
    <section className="anlan-site" aria-label={placeText('title')}>
      <div className="anlan-site-head">
        <strong>{placeText('title')}</strong>
        <span className="anlan-hint">{placeText('hint', { place })}</span>
      </div>
      {way === 'fix' && <Fix proof={proof} disabled={disabled} />}
      {way === 'tag' && (
        <ScanPart id={`${id}-tag`} scan={TAG} value={proof.tag} onChange={proof.setTag} disabled={disabled} />
      )}
      {way === 'photo' && <Photo id={id} proof={proof} disabled={disabled} />}
      <div className="anlan-site-ways">
        {way !== 'fix' && (
          <Button icon={<EnvironmentOutlined />} disabled={disabled} onClick={() => setWay('fix')}>
            {placeText('way.fix')}
          </Button>
        )}
        {ask.tag && way !== 'tag' && (
          <Button icon={<QrcodeOutlined />} disabled={disabled} onClick={() => setWay('tag')}>
            {placeText('way.tag')}
          </Button>
        )}
        {way !== 'photo' && (
          <Button icon={<CameraOutlined />} disabled={disabled} onClick={() => setWay('photo')}>
            {placeText('way.photo')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Fix({ proof, disabled }: { readonly proof: SiteProof; readonly disabled: boolean }) {
  const { found, findAgain } = proof;
  const missing = found !== undefined && 'missing' in found;
  const text =
    found === undefined
      ? placeText('finding')
      : 'missing' in found
        ? placeText(`missing.${found.missing}`)
        : placeText('found', { metres: Math.ceil(found.accuracy) });
  return (
    <div className="anlan-site-fix">
      <span role="status" data-missing={missing || undefined}>
        {text}
      </span>
      <Button type="link" size="small" loading={found === undefined} disabled={disabled} onClick={findAgain}>
        {placeText('again')}
      </Button>
    </div>
  );
}

function Photo({ id, proof, disabled }: { readonly id: string } & { readonly proof: SiteProof; disabled: boolean }) {
  const { Edit } = fieldViewOf('upload');
  return (
    <>
      <PlainItem id={`${id}-photo`} title={placeText('photo')} required fault={undefined}>
        <Edit
          id={`${id}-photo`}
          value={proof.photos}
          field={PHOTO}
          disabled={disabled}
          invalid={false}
          describedBy={undefined}
          onBlur={() => undefined}
          onChange={proof.setPhotos}
        />
      </PlainItem>
      <PlainItem id={`${id}-reason`} title={placeText('reason')} required fault={undefined}>
        <Input.TextArea
          id={`${id}-reason`}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={REASON.most}
          showCount
          value={proof.reason}
          disabled={disabled}
          onChange={(event) => proof.setReason(event.target.value)}
        />
      </PlainItem>
    </>
  );
}
