import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDevnet, startMailbox, toBitcoinConfigs, toChainConfigs, toSolanaConfigs } from '@latchkey/devnet'
import { startCardProcessor } from '@latchkey/devnet/cards'
import { startIdentityProvider } from '@latchkey/devnet/identity'
import { type Child, startChild } from '../../../../scripts/lib/child.mjs'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import {
  localNameGateway,
  localPhone,
  localServerConfig,
  localSite,
  localSubscription,
  projectId,
  subscriptionProjectId,
} from '../../../../scripts/lib/localConfig.mjs'
import { serverProgram } from '../../../../scripts/lib/serverBundle.mjs'
import { contentSecurityPolicy } from '../../vite/siteHeaders.ts'
import { kitPolicies } from '../hosts/kitPolicies.ts'
import { buildPages } from './buildPages.ts'
import { serveControl } from './control.ts'
import { openGates } from './openGates.ts'
import { serveHostPages } from './serveHostPages.ts'
import { type PolicyProjects, type World, writeWorld } from './World.ts'
import { waitForIndex } from './waitForIndex.ts'

const strictProjectId = '57121c70000000000000000000000000'
const policyProjects = {
  atCreation: '57121c70000000000000000000000001',
  optional: '57121c70000000000000000000000002',
  hostCode: '57121c70000000000000000000000003',
  shared: ['57121c70000000000000000000000004', '57121c70000000000000000000000005'],
} as const satisfies PolicyProjects
const workspace = fileURLToPath(new URL('../../../..', import.meta.url))

/** Starts chains, server and site on free ports in a temporary folder. Returns a function that stops everything. */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const teardown = async () => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const taken = new Set<number>()
    // Two runs on one machine search different ranges, because another run could take a port between its discovery and its use.
    const nextPort = () => freePort(20_000 + (process.pid % 400) * 20, taken)
    const ports = {
      site: await nextPort(),
      api: await nextPort(),
      wallet: await nextPort(),
      phone: await nextPort(),
      subscription: await nextPort(),
      metrics: await nextPort(),
    }
    const site = `http://localhost:${ports.site}`
    const api = `http://localhost:${ports.api}`
    const wallet = `http://wallet.localhost:${ports.wallet}`
    const phone = `http://localhost:${ports.phone}`
    const subscription = `http://localhost:${ports.subscription}`
    const write = async (name: string, value: unknown) => {
      const path = join(folder, name)
      await writeFile(path, JSON.stringify(value))
      return path
    }

    const interopFolder = join(folder, 'interop')
    const hostsFolder = join(folder, 'hosts')
    const hosts = await serveHostPages({ interopFolder, hostsFolder })
    ends.push(hosts.close)
    const mailbox = await startMailbox()
    ends.push(mailbox.stop)
    const identity = await startIdentityProvider({ walletOrigin: wallet })
    ends.push(identity.stop)
    // Pending until a test calls `settle-cards`.
    const cards = await startCardProcessor({
      key: 'sandbox-card-key-of-journeys',
      pendingFor: Number.POSITIVE_INFINITY,
    })
    ends.push(cards.stop)
    const builds = {
      wallet: buildPages({ app: 'wallet', folder }),
      site: buildPages({ app: 'site', folder }),
      phone: buildPages({ app: 'phone', folder }),
      subscription: buildPages({ app: 'subscription', folder }),
      sandbox: buildPages({ app: 'sandbox', folder }),
    }
    ends.push(() => Promise.all(Object.values(builds).map(({ stop }) => stop())))
    // The prepared chains are kept between runs, because they are the same all day.
    const devnet = await startDevnet({
      folder: join(folder, 'devnet'),
      bakeFolder: join(workspace, '.latchkey/test-bake'),
      blockTime: 1,
      bitcoin: { blockTime: 2 },
      solana: { networks: 2 },
    })
    ends.push(() => devnet.stop())
    await devnet.setNameGateway({ url: localNameGateway({ api }) })
    const walletFolder = await builds.wallet.built
    const walletInside = await nextPort()
    const { gates, ...inside } = await openGates({
      chainConfigs: toChainConfigs(devnet),
      smtpUrl: mailbox.smtpUrl,
      wallet: { outside: ports.wallet, inside: walletInside },
    })
    ends.push(() => Promise.all(Object.values(gates).map((gate) => gate.cut())))
    const configs = { bitcoinConfigs: toBitcoinConfigs(devnet), solanaConfigs: toSolanaConfigs(devnet) }
    const local = { ...devnet, ...configs, chainConfigs: inside.chainConfigs }
    const serverConfig = await write(
      'server.json',
      withHostPages(
        localServerConfig({
          ...{ folder, site, api, wallet, phone, subscription, walletFolder, smtpUrl: inside.smtpUrl },
          ...{ social: identity.social, identity: identity.url, cards },
          world: local,
          ports: { ...ports, wallet: walletInside },
        }),
        hosts.goodOrigins,
      ),
    )
    const parts = localSite({ world: local, api, wallet, phone })
    const siteConfig = await write('site.json', parts.siteConfig)
    const sandbox = await write('sandbox.json', parts.sandbox)

    const serverFile = await serverProgram('main')
    let server: Child | undefined
    const startServer = async () => {
      server ??= startChild({
        name: 'server',
        file: serverFile,
        isBuilt: true,
        env: { LATCHKEY_CONFIG: serverConfig, LOG_LEVEL: 'warn', ...inside.env },
        logFile: join(folder, 'server.log'),
      })
      await server.ready
    }
    const signalServer = async (signal: 'SIGSTOP' | 'SIGCONT') => {
      if (server?.pid) process.kill(server.pid, signal)
    }
    const stopServer = async () => {
      await signalServer('SIGCONT')
      await server?.stop()
      server = undefined
    }
    ends.push(stopServer)
    const killServer = async () => {
      if (server?.pid) process.kill(server.pid, 'SIGKILL')
      await server?.exited
      server = undefined
    }
    const startSite = async () => {
      const child = startChild({
        name: 'site',
        file: join(workspace, 'apps/web/serve.ts'),
        env: {
          PORT: ports.site,
          LATCHKEY_SITE: siteConfig,
          LATCHKEY_SANDBOX: sandbox,
          LATCHKEY_SITE_BUILT: await builds.site.built,
          LATCHKEY_SANDBOX_SCRIPT: join(await builds.sandbox.built, 'sandbox.js'),
        },
        logFile: join(folder, 'site.log'),
      })
      ends.push(child.stop)
      await child.ready
    }
    const phoneConfig = await write('phone.json', localPhone({ world: local, api }))
    const startPhone = async () => {
      const child = startChild({
        name: 'demo phone',
        file: join(workspace, 'apps/phone/serve.ts'),
        env: { PORT: ports.phone, LATCHKEY_PHONE: phoneConfig, LATCHKEY_PHONE_BUILT: await builds.phone.built },
        logFile: join(folder, 'phone.log'),
      })
      ends.push(child.stop)
      await child.ready
    }
    const subscriptionConfig = await write('subscription.json', localSubscription({ world: local, api, wallet }))
    const startSubscription = async () => {
      const child = startChild({
        name: 'example app',
        file: join(workspace, 'apps/subscription/serve.ts'),
        env: {
          PORT: ports.subscription,
          SUBSCRIPTION_CONFIG: subscriptionConfig,
          SUBSCRIPTION_BUILT: await builds.subscription.built,
        },
        logFile: join(folder, 'subscription.log'),
      })
      ends.push(child.stop)
      await child.ready
    }
    await Promise.all([startServer(), startSite(), startPhone(), startSubscription()])
    const readLog = () => readFileSync(join(folder, 'server.log'), 'utf8').slice(-4_000)
    await waitForIndex({ api, projectId, token: parts.siteConfig.token, devnet, readLog })
    const { url, close } = await serveControl({
      gates,
      identity,
      cards,
      'stop-server': stopServer,
      'start-server': startServer,
      'kill-server': killServer,
      'hang-server': () => signalServer('SIGSTOP'),
      'wake-server': () => signalServer('SIGCONT'),
      'kill-chain': () => devnet.stopChain({ id: devnet.chains[0]?.id ?? 0 }),
      'start-chain': () => devnet.startChain({ id: devnet.chains[0]?.id ?? 0 }),
      trade: () => devnet.trade(),
    })
    ends.push(close)
    const { chains, tokens, faucet, accounts, names, solana, solanaAccounts, solanaTokens, bitcoin, bitcoinAccounts } =
      devnet
    const connect = chains.map(({ rpcUrl }) => rpcUrl)
    hosts.setPolicies({
      interop: contentSecurityPolicy({ api, wallet, connect }),
      ...kitPolicies({ api, wallet, connect }),
    })
    const world: World = {
      site,
      api,
      wallet,
      phone,
      subscription: {
        url: subscription,
        projectId: subscriptionProjectId,
        keyFile: join(folder, 'subscription', 'session.key'),
      },
      mailbox: mailbox.url,
      identity: identity.url,
      cards: cards.url,
      projectId,
      strictProjectId,
      policyProjects,
      hosts: hosts.urls,
      interopFolder,
      hostsFolder,
      control: url,
      hasServices: gates.database !== undefined && gates.redis !== undefined,
      chains,
      tokens,
      faucet,
      accounts,
      names,
      ...{ solana, solanaAccounts, solanaTokens, bitcoin, bitcoinAccounts },
    }
    writeWorld(world)
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}

/** Allows the honest host pages to embed the wallet's frame, and adds a project for each rule about wallets. */
function withHostPages(config: Record<string, unknown>, origins: readonly string[]) {
  const [project, newspaper] = config.projects as { origins: string[] }[]
  const local = { ...project, origins: [...(project?.origins ?? []), ...origins] }
  const { atCreation, optional, hostCode, shared } = policyProjects
  const others = [
    { id: strictProjectId, name: 'Strict', wallet: { deviceVerification: 'unknown-device' } },
    { id: atCreation, name: 'Cautious', wallet: { recovery: 'at-creation' } },
    { id: optional, name: 'Free', wallet: { recovery: 'optional' } },
    { id: hostCode, name: 'Trusting', wallet: { hostMayTypeCode: true } },
    ...shared.map((id, index) => ({ id, name: `Shared ${index + 1}`, wallet: { scope: 'server' } })),
  ].map((other) => ({ ...other, origins }))
  return { ...config, projects: [local, newspaper, ...others] }
}
