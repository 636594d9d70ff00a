import type { WireFile } from './contract.ts';

/** Where the server's two sites listen, on the same host. */
export interface SiteAnswer {
  /** Which of the two answers. */
  readonly kind: 'platform' | 'management';
  readonly platformPort: number;
  readonly managementPort: number;
  /** Tenant that the login page offers first. */
  readonly defaultTenant: string;
}

/** A company to log in to, or to work in. */
export interface TenantChoice {
  readonly tenantId: string;
  readonly tenantName: string;
}

/** What a company shows of itself before login, as its record holds it: null where nobody has said anything. */
export interface EnterpriseDisplay {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly title: string | null;
  /** The same in the other languages. */
  readonly titleTw: string | null;
  readonly titleEn: string | null;
  readonly titlePt: string | null;
  readonly layout: string | null;
  readonly theme: string | null;
  readonly contentWidth: string | null;
  /** `1` where the tab bar shows. */
  readonly multiTab: string | null;
  readonly footer: string | null;
  readonly techSupport: string | null;
  readonly appQrCode: readonly WireFile[];
  /** `1` where the login asks for a captcha. */
  readonly captchaMode: string | null;
  /** `1` where people sign in by a code that reaches their telephone. */
  readonly phoneLogin: string | null;
  /** `1` where they set a new password by one. */
  readonly passwordReset: string | null;
  /** `1` where they ask for an account themselves. */
  readonly selfRegister: string | null;
}

/** A picture to be typed off. */
export interface CaptchaPicture {
  readonly key: string;
  /** Data URL of an SVG whose characters are outlines. */
  readonly image: string;
}
