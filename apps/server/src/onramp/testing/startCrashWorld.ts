import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CardProcessor, startCardProcessor } from '@latchkey/devnet/cards'
import { nativeEvmAddress } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { freePort } from '../../../../../scripts/lib/freePort.mjs'
import { testProgram } from '../../../../../scripts/lib/serverBundle.mjs'
import type { ServerConfigInput } from '../../platform/config/ServerConfig.ts'
import type { DatabaseConnection } from '../../platform/db/Database.ts'
import { createTestDatabase } from '../../testing/createTestDatabase.ts'
import { startAnvil, type TestAnvil } from '../../testing/startAnvil.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'
import { writeTestDataFolder } from '../../testing/writeTestDataFolder.ts'

/** A chain and a card processor that keep running, and an onramp server that can be killed at any step. */
export type CrashWorld = {
  anvil: TestAnvil
  cards: CardProcessor
  /** Starts the server if it does not run. */
  revive: () => Promise<void>
  /** Kills it at the nth occurrence of a step; undefined lets it live. */
  killAt: (death: { step: string; nth: number } | undefined) => void
  isDead: () => boolean
  /** Its log output since the last start. */
  log: () => string
  /** Creates an order for an address, and returns its checkout at the card processor. */
  order: (address: string) => Promise<{ id: string; checkoutId: string }>
  /** Undefined if the server does not respond. */
  read: (id: string) => Promise<Order | undefined>
  stop: () => Promise<void>
}

export async function startCrashWorld(): Promise<CrashWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-onramp-crash-'))
  const key = 'sandbox-card-key-of-the-crashes'
  const [anvil, main, port, cards] = await Promise.all([
    startAnvil(),
    testProgram('crashProcess'),
    freePort(0),
    startCardProcessor({ key, pendingFor: 50, webhookPauses: [50, 100, 200] }),
  ])
  const privateKey = generatePrivateKey()
  await anvil.request('anvil_setBalance', [privateKeyToAccount(privateKey).address, numberToHex(parseEther('100000'))])
  const url = `http://127.0.0.1:${port}`
  let postgres: DatabaseConnection | undefined
  const config: ServerConfigInput = {
    http: { port, publicUrl: url, trustProxy: true },
    log: { level: 'warn' },
    dataFolder: join(folder, 'data'),
    projects: [{ id: testProjectId, name: 'Test', origins: [] }],
    relay: { store: 'memory' },
    chains: [
      {
        ...{ chainId: 'eip155:31337', name: 'Local One', upstreams: [{ url: anvil.url }] },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        indexer: { reorgDepth: 1 },
      },
    ],
    onramp: {
      treasury: { eip155: { privateKey }, assets: [`eip155:31337:${nativeEvmAddress}`] },
      sandbox: { url: cards.url, key: { secret: key } },
    },
  }
  if (process.env.DATABASE_URL) {
    postgres = await createTestDatabase({ engine: 'postgres' })
    const { rows } = await postgres.database.execute<{ name: string }>('select current_database() as name')
    const place = new URL(process.env.DATABASE_URL)
    place.pathname = rows[0]?.name ?? ''
    config.database = { url: place.toString() }
  } else await writeTestDataFolder(join(folder, 'data'))

  let child: ChildProcess | undefined
  let output = ''
  const isDead = () => !child || child.exitCode !== null || child.signalCode !== null
  const start = async () => {
    const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_OPTIONS: _options, ...rest } = process.env
    const started = spawn(process.execPath, [main], {
      env: { ...rest, NODE_ENV: 'production', ONRAMP_TEST: JSON.stringify(config) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child = started
    output = ''
    let isReady = false
    started.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      isReady ||= output.includes('ready\n')
    })
    started.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    // The process may exit before it has read everything.
    started.stdin.on('error', () => {})
    await until(() => isReady || isDead(), { timeout: 120_000 })
    if (isDead()) throw new Error(`The process did not start: ${output}`)
  }
  const post = async <Body>(path: string, body: unknown): Promise<Body> => {
    const response = await fetch(`${url}${path}?projectId=${testProjectId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshIp() },
      body: JSON.stringify(body),
    })
    const json = (await response.json()) as Body
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)} ${output}`)
    return json
  }

  return {
    ...{ anvil, cards, isDead },
    revive: async () => {
      if (isDead()) await start()
    },
    killAt: (death) => child?.stdin?.write(`${JSON.stringify(death ?? null)}\n`),
    log: () => output,
    order: async (address) => {
      const request = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: '31337' }
      const { quoteId } = await post<{ quoteId: string }>('/v1/onramp/quote', request)
      const made = { quoteId, destinationWallets: [{ address }] }
      const { orderId: id } = await post<{ orderId: string }>('/v1/generators/onrampurl', made)
      const checkout = cards.find({ reference: id })
      if (!checkout) throw new Error('The card processor knows nothing of an order')
      return { id, checkoutId: checkout.id }
    },
    read: async (id) => {
      const response = await fetch(`${url}/v1/onramp/orders/${id}?projectId=${testProjectId}`).catch(() => undefined)
      return response?.ok ? ((await response.json()) as Order) : undefined
    },
    stop: async () => {
      child?.kill('SIGKILL')
      await until(isDead)
      // The server has stopped, so nothing calls these any more. Stop them in parallel.
      await Promise.all([cards.stop(), anvil.stop(), postgres?.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let visitors = 0

/** Each visitor has another network address, because limits have separate tests. */
function freshIp(): string {
  visitors += 1
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
}
