import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A pretended site of the company that shows the platform in a frame and signs its people in there. */
export interface Portal {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a portal on this machine alone; port 0 takes a free one. It shows how a site that `ANLAN_MESSAGE_ORIGINS` and
 * `ANLAN_FRAME_ANCESTORS` name signs a person in: by one message to the frame, with its origin named.
 * @param platform address of the platform without a slash at the end; an origin, since the message is sent to it alone.
 */
export async function startPortal(platform: string, port = 0): Promise<Portal> {
  const { origin } = new URL(platform);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(origin));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => closed(server) };
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const pageOf = (platform: string): string => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>企业门户（演示）</title>
<style>
  body { display: flex; flex-direction: column; height: 100vh; margin: 0; font: 14px/1.6 sans-serif; }
  form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 8px 16px; }
  iframe { flex: 1; border: 0; }
</style>
<form>
  <strong>企业门户（演示）</strong>
  <label>租户 <input name="tenantId" value="645967" size="8"></label>
  <label>账号 <input name="username" autocomplete="username" required></label>
  <label>密码 <input name="password" type="password" autocomplete="current-password" required></label>
  <button>进入安澜平台</button>
  <button type="button" id="refresh">续期登录</button>
</form>
<iframe title="安澜平台" src="${platform}/" allow="camera; geolocation; fullscreen"></iframe>
<script>
  const frame = document.querySelector('iframe');
  // The origin is named, so that a password reaches no other page that the frame may show by then.
  const tell = (message) => frame.contentWindow.postMessage(message, '${platform}');
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    tell({ type: 'login', ...Object.fromEntries(new FormData(event.target)) });
  });
  document.querySelector('#refresh').addEventListener('click', () => tell({ type: 'refreshToken' }));
</script>
</html>
`;
