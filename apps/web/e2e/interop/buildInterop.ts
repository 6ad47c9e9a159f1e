import { mkdtemp, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions } from 'vite'
import type { World } from '../setup/World.ts'
import type { InteropSettings } from './page/InteropSettings.ts'

const root = fileURLToPath(new URL('./page', import.meta.url))

/**
 * Builds the pages of `page/` for this run's world into the folder that `world.hosts.wagmi` serves. Several workers can build at once: the
 * first one that finishes moves its complete pages there.
 */
export async function buildInterop({ world }: { world: World }): Promise<void> {
  const networks = world.chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl }))
  const [first] = networks
  const [solana] = world.solana
  const [bitcoin] = world.bitcoin
  if (!first || !solana || !bitcoin) throw new Error('The world has no chains')
  const referenceOf = ({ chainId }: { chainId: string }) => chainId.slice(chainId.indexOf(':') + 1)
  const settings: InteropSettings = {
    apiUrl: world.api,
    walletUrl: world.wallet,
    projectId: world.projectId,
    networks,
    solana: { reference: referenceOf(solana), name: solana.name, rpcUrl: solana.rpcUrl },
    bitcoin: { reference: referenceOf(bitcoin), name: bitcoin.name },
    stranger: { ...first, id: 7_777_777, name: 'Stranger' },
  }
  const built = await mkdtemp(`${world.interopFolder}-`)
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    define: { INTEROP: JSON.stringify(settings) },
    resolve: { conditions: ['dev', ...defaultClientConditions] },
    build: {
      outDir: built,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: { input: [`${root}/index.html`, `${root}/listener.html`, `${root}/standard.html`] },
    },
  })
  await rename(built, world.interopFolder).catch(() => rm(built, { recursive: true, force: true }))
}
