import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Serves the gallery from the sources: `npx vite packages/react/gallery`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions: ['dev', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1' },
})
