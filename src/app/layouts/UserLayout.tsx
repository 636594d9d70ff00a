import { type ReactNode, useEffect, useState } from 'react';
import { useEnterprise } from '../../api/enterprise.ts';
import { siteConfig } from '../../api/site.ts';
import { useScreenText } from '../../screens/texts/texts.ts';
import { Logo } from '../../ui/Logo.tsx';
import { fixedColours } from '../../ui/theme/palette.ts';
import { useCompanyTitle } from '../i18n/site-title.ts';
import { useAppText } from '../i18n/texts.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import styles from './UserLayout.module.css';

/** The layout of login: title, the form, the app's QR code, footer and support line. */
export function UserLayout({ children }: { children: ReactNode }) {
  const text = useAppText();
  const login = useScreenText();
  const { footer, techSupport, appQrCode } = useEnterprise((state) => state.config);
  const management = siteConfig().kind === 'management';
  const name = useCompanyTitle() || text('site.title');
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <header className={styles.brand}>
          <div className={styles.name}>
            <Logo size={34} inverse />
            <h1 className={styles.title}>{management ? `${name} · ${text('site.management')}` : name}</h1>
          </div>
          <div className={styles.pitch}>
            <p className={styles.slogan}>{login('login.slogan')}</p>
            <ul>
              <li>{login('login.point1')}</li>
              <li>{login('login.point2')}</li>
              <li>{login('login.point3')}</li>
            </ul>
          </div>
          <AppQrCode picture={appQrCode[0]?.link} />
        </header>
        <main className={styles.form}>
          <div className={styles.language}>
            <LanguageMenu named />
          </div>
          {children}
        </main>
      </div>
      <footer className={styles.footer}>
        <div>{footer || login('login.footer')}</div>
        <div>{techSupport || login('login.support')}</div>
      </footer>
    </div>
  );
}

function AppQrCode({ picture }: { picture: string | undefined }) {
  const login = useScreenText();
  const fresh = useEnterprise((state) => state.fresh);
  const [drawn, setDrawn] = useState('');
  useEffect(() => {
    // The company's own picture may still be on its way.
    if (picture || !fresh) {
      return;
    }
    let live = true;
    const address = `${window.location.origin}/app`;
    // Drawn after the form is there; nobody waits for it.
    import('qrcode')
      .then(({ toDataURL }) => toDataURL(address, { margin: 1, width: 192, color: { dark: fixedColours.appCodeDark } }))
      .then(
        (url) => live && setDrawn(url),
        () => {},
      );
    return () => {
      live = false;
    };
  }, [picture, fresh]);
  const source = picture ?? drawn;
  return (
    <figure className={styles.qr}>
      {source ? (
        <img src={source} width={88} height={88} alt={login('login.qr')} />
      ) : (
        <span className={styles.qrSpace} />
      )}
      <figcaption>{login('login.qr')}</figcaption>
    </figure>
  );
}
