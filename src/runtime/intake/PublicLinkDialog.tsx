import { Alert, App, Button, Form, Input, InputNumber, List, Skeleton } from 'antd';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { fetchPublicLinks, makePublicLink, revokePublicLink } from '../../api/public.ts';
import type { PublicLink, PublicLinks } from '../../core/wire/public.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { useLinkText } from './text.ts';
import './public-link.css';

const QrPicture = lazyPiece(() => import('../../field-types/qr-code/QrPicture.tsx').then((module) => module.QrPicture));

/** Days that a link lasts where nobody says otherwise. */
const USUAL = 365;

const COLOURS = { open: 'green', revoked: 'red', over: 'grey' } as const;

/** Makes, shows, prints and revokes the links of the page's entity. */
export function PublicLinkDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useLinkText();
  const { page } = useEntityPage();
  const entity = page.model.key;
  const [known, setKnown] = useState<PublicLinks>();
  const [shown, setShown] = useState<string>();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    fetchPublicLinks(entity).then(setKnown, () => onClose());
  }, [entity, onClose]);

  const change = useCallback(async (work: () => Promise<PublicLinks>): Promise<void> => {
    setBusy(true);
    // What a call refuses, the client has told.
    await work().then(setKnown, () => undefined);
    setBusy(false);
  }, []);
  const revoke = async ({ id, title }: PublicLink): Promise<void> => {
    const agreed = await confirm({
      title: text('revoke.title', { title }),
      consequence: text('revoke.text'),
      okText: text('revoke'),
      danger: true,
    });
    if (agreed) await change(() => revokePublicLink(entity, id));
  };

  const shownLink = known?.links.find(({ id, state }) => id === shown && state === 'open');

  return (
    <Dialog open title={text('title')} width={560} footer={null} onClose={onClose}>
      {known?.open === false && <Alert type="warning" showIcon message={text('closed')} />}
      <Form
        layout="inline"
        className="anlan-links-form"
        disabled={busy}
        initialValues={{ days: USUAL }}
        onFinish={({ title, days }: { title: string; days: number }) =>
          void change(() => makePublicLink(entity, title.trim(), days))
        }
      >
        <Form.Item name="title" label={text('place')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={60} placeholder={text('place.hint')} />
        </Form.Item>
        <Form.Item name="days" label={text('days')} rules={[{ required: true }]}>
          <InputNumber min={1} max={731} precision={0} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {text('make')}
        </Button>
      </Form>
      {shownLink !== undefined && <LinkCode link={shownLink} />}
      {known === undefined ? (
        <Skeleton active />
      ) : known.links.length === 0 ? (
        <EmptyState title={text('none')} />
      ) : (
        <List
          dataSource={[...known.links]}
          rowKey="id"
          renderItem={(link) => (
            <List.Item
              actions={
                link.state === 'open'
                  ? [
                      <Button
                        key="show"
                        size="small"
                        aria-label={text('show', { title: link.title })}
                        onClick={() => setShown(shown === link.id ? undefined : link.id)}
                      >
                        {text('title')}
                      </Button>,
                      <Button key="revoke" size="small" danger disabled={busy} onClick={() => void revoke(link)}>
                        {text('revoke')}
                      </Button>,
                    ]
                  : []
              }
            >
              <List.Item.Meta
                title={
                  <>
                    {link.title} <StatusTag text={text(`state.${link.state}`)} color={COLOURS[link.state]} />
                  </>
                }
                description={text('entry.told', { expires: link.expires.slice(0, 10), sent: link.sent })}
              />
            </List.Item>
          )}
        />
      )}
    </Dialog>
  );
}

/** The code of a link, to be printed or passed on. */
function LinkCode({ link }: { link: PublicLink }) {
  const text = useLinkText();
  const { message } = App.useApp();
  const { page } = useEntityPage();
  const address = new URL(`/report/${link.token}`, window.location.origin).href;
  const copy = () =>
    copyText(address).then(
      () => void message.success(text('copied')),
      () => undefined,
    );
  return (
    <div className="anlan-link-code">
      <div className="anlan-link-sheet">
        <h2>{page.metadata.entity.public?.title ?? page.model.title}</h2>
        <Suspense fallback={null}>
          <QrPicture text={address} size={260} />
        </Suspense>
        <p>{text('print.hint')}</p>
        <p>{link.title}</p>
      </div>
      <div className="anlan-link-acts">
        <Button onClick={() => window.print()}>{text('print')}</Button>
        <Button onClick={() => void copy()}>{text('address')}</Button>
      </div>
    </div>
  );
}
