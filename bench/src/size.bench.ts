/** Bytes that visitors download, each part beside the limit of the tests. See bench/size.md. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWallet, walletBudgets } from '../../apps/wallet/build.ts'
import { budgets } from './budgets.ts'
import { buildHost, openingChunks } from './buildHost.ts'
import { bundleEntries } from './bundleEntries.ts'
import { type Figure, reportFigures } from './report.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-size-'))
const figures: Figure[] = []
const weighed = (name: string, bytes: number, limit: number, beside = '') =>
  figures.push({
    name,
    value: `${(bytes / 1000).toFixed(1)} kB`,
    beside: `at most ${limit} kB${beside}`,
    verdict: bytes / 1000 <= limit ? 'reached' : 'missed',
  })

try {
  const host = await buildHost({ folder: join(folder, 'host') })
  const peer = await buildHost({ folder: join(folder, 'peer'), pages: ['bare', 'wagmi'] })
  const load = host.loadBytes('kit') - host.loadBytes('bare')
  const opening = host.laterBytes('kit', openingChunks)
  const wagmi = peer.loadBytes('wagmi') - peer.loadBytes('bare')
  const onPage = host.loadedChunks('kit')
  const later = [...host.chunks.values()].filter(
    ({ name }) => !onPage.has(name) && !openingChunks.test(name) && !host.loadedChunks('bare').has(name),
  )
  const embedded = later.find(({ name }) => /createEmbeddedHost/.test(name))?.gzip ?? Number.NaN
  // The code for Bitcoin has a separate budget.
  const [largest] = later.filter(({ name }) => !/toSigned/.test(name)).toSorted((a, b) => b.gzip - a.gzip)
  weighed(
    'page before the click, over bare React',
    load,
    budgets.load / 1000,
    `; bare wagmi on the same page ${(wagmi / 1000).toFixed(1)} kB, ratio ${(load / wagmi).toFixed(2)}`,
  )
  weighed('first opening, beyond that', opening, budgets.opening / 1000)
  weighed(
    'largest later part',
    largest?.gzip ?? Number.NaN,
    budgets.part / 1000,
    `; ${largest?.name.replace(/^assets\/|-[\w-]{8}\.js$/g, '') ?? ''}`,
  )
  weighed('host’s half of the embedded wallet', embedded, budgets.walletHost / 1000)

  const core = await bundleEntries({ entries: ['packages/core/src/createLatchkey.ts'], withLoader: true })
  weighed('core alone', core.first, budgets.core / 1000)
  weighed('core with every later feature', core.total, budgets.coreTotal / 1000)
  const clientEntry = 'packages/walletconnect/src/exports/index.ts'
  const both = await bundleEntries({ entries: [clientEntry, 'packages/walletconnect/src/exports/wallet.ts'] })
  const app = await bundleEntries({ entries: [clientEntry] })
  weighed('WalletConnect client, both roles', both.first, 30)
  weighed('WalletConnect client, app role', app.first, 26.8)
  weighed('wagmi connector', (await bundleEntries({ entries: ['packages/wagmi/src/exports/index.ts'] })).first, 2)

  const wallet = join(folder, 'wallet')
  const { assets } = await buildWallet({ outFolder: wallet })
  const sizeOf = (name: string) => {
    const path = Object.keys(assets).find((asset) => new RegExp(`^assets/${name}-[\\w-]{12}\\.`).test(asset))
    return path ? gzipSync(readFileSync(join(wallet, path)), { level: 9 }).length : Number.NaN
  }
  const limitOf = (name: keyof typeof walletBudgets) => walletBudgets[name] / 1000
  const first = sizeOf('frame') + sizeOf('keyWorker')
  weighed('wallet’s first load: frame and key worker', first, limitOf('first'), '; goal 70 kB')
  for (const [name, asset] of [
    ['wallet’s reader worker', 'readerWorker'],
    ['wallet’s rare worker', 'rareWorker'],
    ['wallet’s window', 'window'],
  ] as const)
    weighed(name, sizeOf(asset), limitOf(asset))
  reportFigures({ name: 'size', title: 'Sizes (gzip of minified scripts, as a site would bundle them)', figures })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
