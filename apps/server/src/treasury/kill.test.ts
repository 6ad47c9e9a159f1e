import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nativeEvmAddress } from '@latchkey/protocol'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../scripts/lib/fuzz.mjs'
import { testProgram } from '../../../../scripts/lib/serverBundle.mjs'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { until } from '../testing/until.ts'
import { writeTestDataFolder } from '../testing/writeTestDataFolder.ts'
import { type PayingStep, payingSteps } from './ChainPayer.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-treasury-kill-'))
const running = new Set<ChildProcess>()
const key = generatePrivateKey()
const asset = `eip155:31337:${nativeEvmAddress}`
let main: string
let anvil: TestAnvil
let postgres: DatabaseConnection | undefined
let databaseUrl: string | undefined
/** The surviving process of the previous case, which is killed in the next one. */
let alive: TreasuryProcess | undefined

beforeAll(async () => {
  ;[anvil, main] = await Promise.all([startAnvil(), testProgram('treasuryProcess')])
  await anvil.request('anvil_setBalance', [privateKeyToAccount(key).address, '0x3635c9adc5dea00000'])
  if (process.env.DATABASE_URL) await openPostgres(process.env.DATABASE_URL)
  else await writeTestDataFolder(join(folder, 'data'))
  alive = startProcess()
  await isReady(alive)
}, 240_000)

async function openPostgres(server: string): Promise<void> {
  postgres = await createTestDatabase({ engine: 'postgres' })
  const { rows } = await postgres.database.execute<{ name: string }>('select current_database() as name')
  const url = new URL(server)
  url.pathname = rows[0]?.name ?? ''
  databaseUrl = url.toString()
}

afterEach(async () => {
  // The process of a failed case would keep the database locked.
  for (const child of running) if (child !== alive?.child) child.kill('SIGKILL')
  await anvil.request('evm_setAutomine', [true])
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await anvil?.stop()
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

type TreasuryProcess = ReturnType<typeof startProcess>
type Message = { ready?: true; status?: { id: string; state: string } | null }

function startProcess() {
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_OPTIONS: _options, ...rest } = process.env
  const chain = {
    ...{ chainId: 'eip155:31337', name: 'Local One', upstreams: [{ url: anvil.url }], indexer: { reorgDepth: 1 } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const settings = {
    config: {
      ...{ log: { level: 'silent' }, dataFolder: join(folder, 'data'), chains: [chain], relay: { store: 'memory' } },
      onramp: { treasury: { eip155: { privateKey: key }, assets: [asset] } },
      ...(databaseUrl ? { database: { url: databaseUrl } } : {}),
    },
    timing: { watch: 20, idle: 20, stuckAfter: 500, lease: 1_500 },
  }
  const child = spawn(process.execPath, [main], {
    env: { ...rest, NODE_ENV: 'production', TREASURY_TEST: JSON.stringify(settings) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  // The process may exit before it has read everything.
  child.stdin.on('error', () => {})
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(signal ?? code)
    }),
  )
  return {
    child,
    ended,
    messages: (): Message[] =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    errors: () => errors,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    tell: (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`),
    close: () => child.stdin.end(),
  }
}

async function isReady(started: TreasuryProcess, timeout = 60_000): Promise<void> {
  await until(() => started.messages().some(({ ready }) => ready), { timeout }).catch((cause) => {
    throw new Error(`The process did not start: ${started.errors()}`, { cause })
  })
}

const balanceOf = async (address: string) => BigInt(String(await anvil.request('eth_getBalance', [address, 'latest'])))

const rounds = Number(process.env.KILL_ROUNDS ?? 1)
/** The full tier uses every step. Otherwise only the steps with an unrecorded transaction, and with two of them. */
const cases = Array.from({ length: rounds }, () => (isFull ? payingSteps : (['broadcast', 'bumped'] as const))).flat()

test.each(cases)(
  'behavior: killed at the step "%s", it pays everything out exactly once',
  async (step: PayingStep) => {
    const owed = [1, 2, 3].map((amount) => ({
      ...{ id: randomUUID(), asset, amount: String(amount) },
      receiver: privateKeyToAccount(generatePrivateKey()).address,
    }))
    const first = alive?.isOver() === false ? alive : startProcess()
    await isReady(first)
    // Nothing is mined before the replacement.
    if (step === 'bumped') await anvil.request('evm_setAutomine', [false])
    first.tell({ killAt: step })
    for (const owe of owed) first.tell({ owe })
    const dies = async () => {
      if (step === 'final') await anvil.request('anvil_mine', ['0x1'])
      return first.isOver()
    }
    await until(dies, { timeout: 60_000 }).catch((error) => {
      throw new Error(`It was not killed at ${step}: ${first.errors()}`, { cause: error })
    })
    expect(await first.ended).toBe('SIGKILL')

    const second = startProcess()
    alive = second
    await isReady(second)
    await anvil.request('evm_setAutomine', [true])
    // The caller repeats a request if it does not know whether it was stored.
    for (const owe of owed) second.tell({ owe })
    const isPaid = async (id: string) => {
      await anvil.request('anvil_mine', ['0x1'])
      second.tell({ read: id })
      return second.messages().some(({ status }) => status?.id === id && status.state === 'final')
    }
    for (const { id } of owed) {
      await until(() => isPaid(id), { timeout: 60_000 }).catch((error) => {
        throw new Error(`${JSON.stringify(second.messages().slice(-3))} ${second.errors()}`, { cause: error })
      })
    }
    for (const { receiver, amount } of owed) expect(await balanceOf(receiver)).toBe(BigInt(amount))
  },
  240_000,
)

test('behavior: every nonce was used by a payout', async () => {
  const used = await anvil.request('eth_getTransactionCount', [privateKeyToAccount(key).address, 'latest'])
  expect(Number(used)).toBe(cases.length * 3)
})

test('behavior: a process that receives a stop signal exits cleanly', async () => {
  alive?.close()
  expect(await alive?.ended).toBe(0)
})
