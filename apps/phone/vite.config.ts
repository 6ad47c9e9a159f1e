import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, type UserConfig } from 'vite'
import { phoneFile } from './vite/phoneFile.ts'

const workspace = fileURLToPath(new URL('../..', import.meta.url))

/** `LATCHKEY_PHONE` is the file served as /phone.json by `vite` and `vite preview`; `HOST` and `PORT` set the address. */
export default function config(): UserConfig {
  const { LATCHKEY_PHONE, HOST = '127.0.0.1', PORT = '7104' } = process.env
  const listen = { host: HOST, port: Number(PORT), strictPort: true }
  return {
    plugins: [react(), phoneFile({ path: LATCHKEY_PHONE })],
    resolve: { conditions: ['dev', ...defaultClientConditions] },
    server: { ...listen, fs: { allow: [workspace] } },
    preview: listen,
    build: {
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: ['index.html', 'smart-wallet.html'].map((page) => join(import.meta.dirname, page)) },
    },
  }
}
