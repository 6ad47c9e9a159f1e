import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startDevnet, toChainConfigs } from '@latchkey/devnet'
import { serveControl } from './control.ts'
import { freePort } from './freePort.ts'
import { type Running, startProcess } from './startProcess.ts'
import { type World, writeWorld } from './World.ts'

const projectId = 'e2e00000000000000000000000000000'

/** Starts chains, server and site on free ports in a temporary folder; returns the function that ends everything. */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const teardown = async () => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const [sitePort, apiPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
    const site = `http://localhost:${sitePort}`
    const api = `http://localhost:${apiPort}`
    const write = async (name: string, value: unknown) => {
      const path = join(folder, name)
      await writeFile(path, JSON.stringify(value))
      return path
    }

    // The baked world is kept between runs: it is the same every time.
    const devnet = await startDevnet({ folder: join(tmpdir(), 'latchkey-devnet-cache'), blockTime: 1 })
    ends.push(() => devnet.stop())
    const token = devnet.tokens.find(({ kind }) => kind === 'site')
    const [first] = devnet.chains
    if (!token || !first) throw new Error('The local world has no token of the site')

    const serverConfig = await write('server.json', {
      http: { port: apiPort, publicUrl: api },
      metrics: { port: metricsPort },
      log: { level: 'warn' },
      dataFolder: join(folder, 'server'),
      projects: [{ id: projectId, name: 'Journeys', origins: [site] }],
      chains: toChainConfigs(devnet),
    })
    const siteConfig = await write('site.json', {
      apiUrl: api,
      projectId,
      name: token.name,
      token: `${first.chainId}:${token.address}`,
      networks: devnet.chains.map(({ id, chainId, name, rpcUrl }) => ({
        id,
        caipNetworkId: chainId,
        chainNamespace: 'eip155',
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
        testnet: true,
      })),
      sandbox: true,
    })
    const sandbox = await write('sandbox.json', {
      accounts: devnet.accounts,
      chains: devnet.chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
    })

    let server: Running<{ url: string }> | undefined
    const startServer = async () => {
      server ??= await startProcess({ file: 'apps/server/src/main.ts', env: { LATCHKEY_CONFIG: serverConfig } })
    }
    const stopServer = async () => {
      await server?.stop()
      server = undefined
    }
    ends.push(stopServer)
    const startSite = async () => {
      const { stop } = await startProcess({
        file: 'apps/web/serve.ts',
        env: { PORT: String(sitePort), LATCHKEY_SITE: siteConfig, LATCHKEY_SANDBOX: sandbox },
      })
      ends.push(stop)
    }
    await Promise.all([startServer(), startSite()])
    await waitForIndex({ api, projectId, token: `${first.chainId}:${token.address}`, devnet })
    const { url, close } = await serveControl({
      'stop-server': stopServer,
      'start-server': startServer,
      trade: () => devnet.trade(),
    })
    ends.push(close)
    const { chains, tokens, faucet, accounts } = devnet
    const world: World = { site, api, control: url, chains, tokens, faucet, accounts }
    writeWorld(world)
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}

/** The server answers while it still reads the chains' past; the tests begin when it has. */
async function waitForIndex({
  api,
  projectId: project,
  token,
  devnet,
}: {
  api: string
  projectId: string
  token: string
  devnet: Devnet
}) {
  const [ada] = devnet.accounts
  const read = async (path: string) => {
    const response = await fetch(`${api}${path}projectId=${project}`)
    return response.ok
      ? ((await response.json()) as { price?: number | null; balances?: { value: number | null }[] })
      : {}
  }
  const isReady = async () => {
    const { price } = await read(`/v1/tokens/${encodeURIComponent(token)}?`)
    const accounts = await Promise.all(
      devnet.chains.map(({ chainId }) => read(`/v1/account/${ada?.address}/balance?chainId=${chainId}&`)),
    )
    return (
      typeof price === 'number' &&
      accounts.every(({ balances = [] }) => balances.filter(({ value }) => value).length > 3)
    )
  }
  const deadline = Date.now() + 60_000
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Error('The server did not read the local chains within a minute')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
