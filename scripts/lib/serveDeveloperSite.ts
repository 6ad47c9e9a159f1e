import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { testWallet } from '@latchkey/react/vite'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

/** Where the stack of `npm start` answers. */
type Addresses = { site: string; api: string; wallet: string; chains: Record<string, string> }

/**
 * Serves the README's page with the plugin `testWallet()`, as `npx vite` does for a developer with a site beside a running `npm start`.
 *
 * @returns its address, and a function that ends it
 */
export async function serveDeveloperSite({ site, api, wallet, chains }: Addresses) {
  const root = resolve('node_modules', '.latchkey-developer-site')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const [, snippet = ''] = /```tsx\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
  const app = snippet
    .replace('http://localhost:7101', api)
    .replace('http://wallet.localhost:7102', wallet)
    .replace('http://127.0.0.1:7145', chains['eip155:31337'] ?? '')
  writeFileSync(join(root, 'App.tsx'), app)
  writeFileSync(
    join(root, 'main.tsx'),
    "import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\ncreateRoot(document.getElementById('root')!).render(<App />)\n",
  )
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><body><div id="root"></div><script type="module" src="/main.tsx"></script></body>',
  )
  const server = await createServer({
    ...{ root, configFile: false, logLevel: 'error', cacheDir: join(root, '.vite') },
    resolve: { conditions: ['dev', 'module', 'browser', 'development'] },
    plugins: [react(), testWallet({ site })],
    server: { port: 0, host: 'localhost', fs: { strict: false }, hmr: false },
  })
  await server.listen()
  const address = server.httpServer?.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
