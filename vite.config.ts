import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.ANLAN_SERVER ?? 'http://127.0.0.1:8080';

/** The client's build. Source maps are made for analysis and not announced to browsers. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: server } } },
  preview: { host: '127.0.0.1', proxy: { '/api': { target: server } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // The second entry gives tests the validator that users download, by names that minifying leaves alone.
      input: { index: 'index.html', validator: 'src/app/validator.ts' },
      preserveEntrySignatures: 'exports-only',
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 20,
            },
          ],
        },
      },
    },
  },
});
