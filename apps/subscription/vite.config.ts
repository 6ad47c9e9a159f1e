import react from '@vitejs/plugin-react'
import { defaultClientConditions, type UserConfig } from 'vite'

/** Builds the page, which `serve.ts` serves. */
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
