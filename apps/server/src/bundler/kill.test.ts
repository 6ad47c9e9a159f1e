import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryPoint08, hashOperation, toRpcOperation, type UserOperation } from '@latchkey/smart-account'
import { type Hex, parseEther } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../scripts/lib/fuzz.mjs'
import { testProgram } from '../../../../scripts/lib/serverBundle.mjs'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { until } from '../testing/until.ts'
import { writeTestDataFolder } from '../testing/writeTestDataFolder.ts'
import { type BundlingStep, bundlingSteps } from './ChainScope.ts'
import { createOperations } from './testing/createOperations.ts'
import { type BundlerWorld, startBundlerWorld, type TestBundler } from './testing/startBundlerWorld.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bundler-kill-'))
const running = new Set<ChildProcess>()
const bob = '0x000000000000000000000000000000000000b0b0'
let main: string
let world: BundlerWorld
/** Only prepares operations, and receives none. */
let preparing: TestBundler
let postgres: DatabaseConnection | undefined
let databaseUrl: string | undefined
/** The surviving process of the previous case, which is killed in the next one. */
let alive: BundlerProcess | undefined

beforeAll(async () => {
  ;[world, main] = await Promise.all([startBundlerWorld(), testProgram('bundlerProcess')])
  preparing = await world.startBundler()
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

async function isReady(started: BundlerProcess, timeout = 60_000): Promise<void> {
  await until(() => started.messages().some(({ ready }) => ready), { timeout }).catch((cause) => {
    throw new Error(`The process did not start: ${started.errors()}`, { cause })
  })
}

afterEach(async () => {
  // The process of a failed case would keep the database locked.
  for (const child of running) if (child !== alive?.child) child.kill('SIGKILL')
  await world.request('evm_setAutomine', [true])
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await preparing?.stop()
  await world?.stop()
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

type BundlerProcess = ReturnType<typeof startProcess>
type Message = { ready?: true; sent?: Hex; refused?: string; ended?: Hex; outcome?: string }

function startProcess() {
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_OPTIONS: _options, ...rest } = process.env
  const settings = {
    config: {
      ...world.config(),
      dataFolder: join(folder, 'data'),
      ...(databaseUrl ? { database: { url: databaseUrl } } : {}),
    },
    executor: world.devnet.executor.privateKey,
    timing: { watch: 20, stuckAfter: 500, lease: 1_500 },
  }
  const child = spawn(process.execPath, [main], {
    env: { ...rest, NODE_ENV: 'production', BUNDLER_TEST: JSON.stringify(settings) },
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
  const messages = (): Message[] =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  return {
    child,
    ended,
    messages,
    errors: () => errors,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    send: (operation: UserOperation) => child.stdin.write(`${JSON.stringify({ send: toRpcOperation(operation) })}\n`),
    killAt: (step: BundlingStep) => child.stdin.write(`${JSON.stringify({ killAt: step })}\n`),
    close: () => child.stdin.end(),
  }
}

async function timesIncluded(hash: Hex): Promise<number> {
  const logs = await world.client.getContractEvents({
    address: entryPoint08,
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: hash },
    fromBlock: 0n,
  })
  return logs.length
}

/** Returns the number of the executor's reverted transactions. */
async function failedTransactions(from: bigint): Promise<number> {
  const executor = privateKeyToAddress(world.devnet.executor.privateKey).toLowerCase()
  let failed = 0
  for (let number = from; number <= (await world.client.getBlockNumber()); number++) {
    const { transactions } = await world.client.getBlock({ blockNumber: number, includeTransactions: true })
    for (const { hash, from: sender } of transactions) {
      if (sender.toLowerCase() !== executor) continue
      if ((await world.client.getTransactionReceipt({ hash })).status !== 'success') failed++
    }
  }
  return failed
}

const rounds = Number(process.env.KILL_ROUNDS ?? 1)
/** The full tier uses every step. Otherwise only the one with an unrecorded transaction. */
const cases = Array.from({ length: rounds }, () => (isFull ? bundlingSteps : (['broadcast'] as const))).flat()

test.each(cases)(
  'behavior: killed at the step "%s", it includes every operation exactly once',
  async (step) => {
    const { create } = createOperations({ world, bundler: () => preparing.bundler })
    const accounts = [create({ delegated: false }), create({ delegated: false }), create({ delegated: true })]
    const operations: UserOperation[] = []
    for (const account of accounts) {
      await world.node.setBalance({ address: account.sender, value: parseEther('1') })
      operations.push(await account.operation({ calls: [{ to: bob, value: 1n }] }))
    }
    const hashes = operations.map((operation) => hashOperation({ operation, chainId: 31337 }))
    const before = await world.client.getBalance({ address: bob })
    const block = await world.client.getBlockNumber()

    const first = alive?.isOver() === false ? alive : startProcess()
    await isReady(first)
    // Nothing is mined before the replacement.
    if (step === 'bumped') await world.request('evm_setAutomine', [false])
    first.killAt(step)
    for (const operation of operations) first.send(operation)
    await until(() => first.isOver(), { timeout: 60_000 }).catch((error) => {
      throw new Error(`It was not killed at ${step}: ${first.errors()}`, { cause: error })
    })
    expect(await first.ended).toBe('SIGKILL')
    const answered = first.messages().flatMap(({ sent }) => sent ?? [])

    const second = startProcess()
    alive = second
    await isReady(second)
    // Operations with an answer are stored. A client without an answer sends its operation again.
    hashes.forEach((hash, index) => {
      const operation = operations[index]
      if (!answered.includes(hash) && operation) second.send(operation)
    })
    if (step === 'bumped') {
      await world.request('evm_setAutomine', [true])
      await world.node.mine({ blocks: 1 })
    }
    const isTold = (hash: Hex) =>
      [first, second].some((each) =>
        each.messages().some(({ ended, outcome }) => ended === hash && outcome === 'included'),
      )
    await until(() => hashes.every(isTold), { timeout: 60_000 }).catch((error) => {
      throw new Error(`${JSON.stringify([...first.messages(), ...second.messages()])} ${second.errors()}`, {
        cause: error,
      })
    })
    for (const hash of hashes) expect(await timesIncluded(hash)).toBe(1)
    expect(await world.client.getBalance({ address: bob })).toBe(before + 3n)
    expect(await failedTransactions(block + 1n)).toBe(0)
  },
  240_000,
)

test('behavior: a process that receives a stop signal exits cleanly', async () => {
  alive?.close()
  expect(await alive?.ended).toBe(0)
})
