import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Serves the gallery from the sources: `npx vite apps/wallet/gallery`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions: ['dev', 'module', 'browser', 'development|production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { host: '127.0.0.1' },
})
