import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permitTokenAbi } from '@latchkey/contracts'
import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../scripts/lib/fuzz.mjs'
import { serverProgram } from '../../../../scripts/lib/serverBundle.mjs'
import { transactions } from '../chains/schema.ts'
import { createPGlite } from '../platform/db/createPGlite.ts'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { until } from '../testing/until.ts'
import { compareWithChain } from './testing/compareWithChain.ts'
import { bytecodes, rich, startTestChain, type TestChain } from './testing/startIndexedChain.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
const running = new Set<ChildProcess>()
let chain: TestChain
let main: string

beforeAll(async () => {
  ;[chain, main] = await Promise.all([startTestChain(), serverProgram('main')])
  const args = ['Plain', 'PLN', 18, rich.address]
  const token = await chain.deploy({ abi: permitTokenAbi, bytecode: bytecodes.token, args })
  const receiver = (number: number) => `0x${(number + 1).toString(16).padStart(40, 'b')}` as const
  // Blocks with several transactions: one block each would take minutes.
  await chain.anvil.request('evm_setAutomine', [false])
  let nonce = await chain.client.getTransactionCount({ address: rich.address })
  const wallet = chain.walletOf(rich)
  for (let block = 0; block < 120; block++) {
    for (let transaction = 0; transaction < 4; transaction++) {
      const data = encodeFunctionData({ abi: permitTokenAbi, functionName: 'mint', args: [receiver(nonce % 17), 5n] })
      const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
      await wallet.sendTransaction({ to: token, data, gas: 100_000n, nonce: nonce++, ...fees })
    }
    await chain.anvil.request('evm_mine')
  }
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(async () => {
  await chain.anvil.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** How many ranges of blocks each process writes before it is killed. */
const kills = isFull ? [2, 4, 1] : [2]

test('behavior: a server that is killed while it writes continues without gaps and duplicates', async () => {
  const postgres = process.env.DATABASE_URL ? await createTestDatabase({ engine: 'postgres' }) : undefined
  const config = join(folder, 'config.json')
  const dataFolder = join(folder, 'data')
  writeFileSync(
    config,
    JSON.stringify({
      http: { port: 0 },
      metrics: { port: 0 },
      log: { level: 'debug' },
      dataFolder,
      ...(postgres ? { database: { url: await urlOf(postgres) } } : {}),
      chains: [
        {
          chainId: 'eip155:31337',
          name: 'Local One',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url: chain.anvil.url }],
          indexer: { startBlock: 0, maxRange: 3, pollInterval: 50 },
        },
      ],
    }),
  )

  const reached: number[] = []
  for (const ranges of kills) {
    const server = startServerProcess(config)
    await until(() => server.indexed().length >= ranges, { timeout: 60_000 })
    // Kill the process while it writes a range of blocks, not between two ranges.
    server.child.kill('SIGKILL')
    await server.ended
    reached.push(server.indexed().at(-1) ?? 0)
  }
  const head = await chain.head()
  expect(reached.every((block, index) => block < head && block > (reached[index - 1] ?? 0))).toBe(true)

  const last = startServerProcess(config)
  await until(() => last.indexed().at(-1) === head, { timeout: 60_000 })
  await until(() => last.isLive(), { timeout: 60_000 })
  last.child.kill('SIGTERM')
  await last.ended

  const connection = postgres ?? (await createPGlite({ dataFolder }))
  try {
    const { database } = connection
    const counts = await compareWithChain({ database, client: chain.client })
    expect(counts.transfers).toBe(480)
    expect(await database.select().from(transactions)).toHaveLength(481)
  } finally {
    await connection.close()
  }
}, 240_000)

async function urlOf({ database }: DatabaseConnection): Promise<string> {
  const { rows } = await database.execute<{ name: string }>('select current_database() as name')
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = rows[0]?.name ?? ''
  return url.toString()
}

function startServerProcess(config: string) {
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_OPTIONS: _options, ...rest } = process.env
  const child = spawn(process.execPath, [main], {
    env: { ...rest, NODE_ENV: 'production', LATCHKEY_CONFIG: config },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  child.stdout.resume()
  const lines = () =>
    errors.split('\n').flatMap((line): { msg?: string; to?: number }[] => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
  return {
    child,
    ended,
    /** Last block of each committed range. */
    indexed: () => {
      if (child.exitCode !== null && child.exitCode !== 0) throw new Error(`The server ended: ${errors}`)
      return lines().flatMap(({ msg, to }) => (msg === 'Blocks were indexed' && to !== undefined ? [to] : []))
    },
    isLive: () => lines().some(({ msg }) => msg === 'The index is at the head'),
  }
}
