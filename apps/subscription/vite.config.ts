import react from '@vitejs/plugin-react'
import { defaultClientConditions, type UserConfig } from 'vite'

/** How the page is built; `serve.ts` serves it. */
export default function config(): UserConfig {
  return {
    plugins: [react()],
    resolve: { conditions: ['dev', ...defaultClientConditions] },
    build: {
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  }
}
