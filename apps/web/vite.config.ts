import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, type UserConfig } from 'vite'
import { earlyScript } from './vite/earlyScript.ts'
import { firstLoadChunks } from './vite/firstLoadChunks.ts'
import { sandboxPlugin } from './vite/sandboxPlugin.ts'
import { securityHeaders } from './vite/securityHeaders.ts'
import { siteFile } from './vite/siteFile.ts'

const first = fileURLToPath(new URL('./src/first.ts', import.meta.url))
const entry = fileURLToPath(new URL('./src/main.tsx', import.meta.url))
const workspace = fileURLToPath(new URL('../..', import.meta.url))

/**
 * `LATCHKEY_SITE` is the file served as /site.json by `vite` and `vite preview`. `LATCHKEY_SANDBOX` is the file with the accounts of the
 * local test wallet, which is omitted without it. `HOST` and `PORT` set the address.
 */
export default async function config(): Promise<UserConfig> {
  const { LATCHKEY_SITE, LATCHKEY_SANDBOX, HOST = '127.0.0.1', PORT } = process.env
  const sandbox = LATCHKEY_SANDBOX ? JSON.parse(readFileSync(LATCHKEY_SANDBOX, 'utf8')) : undefined
  const listen = { host: HOST, strictPort: PORT !== undefined, ...(PORT ? { port: Number(PORT) } : {}) }
  return {
    plugins: [
      react(),
      earlyScript(),
      siteFile({ path: LATCHKEY_SITE }),
      securityHeaders({ sitePath: LATCHKEY_SITE, sandbox }),
      ...(await sandboxPlugin({ sandbox })),
    ],
    resolve: { conditions: ['dev', ...defaultClientConditions] },
    server: { ...listen, fs: { allow: [workspace] } },
    preview: listen,
    build: {
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstLoadChunks({ first, entry }) }] } } },
    },
  }
}
