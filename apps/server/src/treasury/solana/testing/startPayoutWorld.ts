import { randomUUID } from 'node:crypto'
import { type Solana, type SolanaToken, startSolana } from '@latchkey/devnet/solana'
import { type AccountId, type ChainId, nativeSolanaAddress, solanaNetworks } from '@latchkey/protocol'
import { associatedTokenAddress, programs } from '@latchkey/solana'
import { Registry } from 'prom-client'
import { createRpcService } from '../../../rpc/createRpcService.ts'
import type { RpcService } from '../../../rpc/RpcService.ts'
import { createTestContext, type TestContext } from '../../../testing/createTestContext.ts'
import { until } from '../../../testing/until.ts'
import type { ChainPayer, PayingStep, TreasuryTiming } from '../../ChainPayer.ts'
import { treasuryPayouts, treasuryTransactions } from '../../schema.ts'
import { leases } from '../../store/leases.ts'
import { findPayout, insertPayout, type StoredPayout } from '../../store/payoutStore.ts'
import type { PayoutState, PayoutStatus } from '../../Treasury.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../../testing/startFaultyNode.ts'
import { createTreasuryMetrics } from '../../treasuryMetrics.ts'
import { addressOfKey } from '../addressOfKey.ts'
import { createSolanaPayer } from '../createSolanaPayer.ts'

const chainId: ChainId = solanaNetworks.localnet
export const sol: AccountId = `${chainId}:${nativeSolanaAddress}`

const timing: TreasuryTiming = { lease: 60_000, watch: 20, idle: 1_000, stuckAfter: 30_000 }
const giveUpAfter = 3_600_000
const mostTurns = 12

/** One process that pays out, under the test's control. */
export type TestPayer = ChainPayer & {
  holder: string
  /** Announced states, in order. */
  told: PayoutStatus[]
}

/** The local cluster with its own clock, a database, and payers on them. */
export type PayoutWorld = {
  solana: Solana
  /** The treasury has the faucet's key. */
  context: TestContext
  rpc: RpcService
  /** Proxies between the server and the cluster. */
  nodes: readonly FaultyNode[]
  token: (kind: SolanaToken['kind']) => AccountId
  /** Creates a payer, which takes the lease from any other payer. */
  startPayer: (options?: {
    privateKey?: Uint8Array
    onStep?: (step: PayingStep) => Promise<void> | void
  }) => Promise<TestPayer>
  owe: (payout: Partial<StoredPayout> & { asset: AccountId; amount: bigint; receiver: string }) => Promise<string>
  read: (id: string) => Promise<StoredPayout | undefined>
  stateOf: (id: string) => Promise<PayoutState | undefined>
  /** Runs rounds with slots between them until a payout has a state. An error in one round is left to the next. */
  tickUntil: (payer: TestPayer, id: string, state: PayoutState, options?: { slots?: number }) => Promise<void>
  /** Makes all nodes fail; without an argument, none. */
  fail: (fault?: Fault) => void
  /** Clears all payouts, and makes every node work again. */
  clear: () => Promise<void>
  /** Advances the slots, and the clock by their duration. */
  pass: (slots: number) => void
  /** Sends a request directly to the cluster. */
  ask: <Result>(method: string, ...params: unknown[]) => Promise<Result>
  lamports: (address: string) => Promise<bigint>
  /** Balance of a token in the associated account. */
  held: (owner: string, kind: SolanaToken['kind']) => Promise<bigint>
  /** Number of transactions that name an account. */
  count: (address: string) => Promise<number>
  stop: () => Promise<void>
}

/** Returns a fresh random key. */
export function newKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32))
}

/** Returns an address that is new to the cluster. */
export function newReceiver(): string {
  return addressOfKey(newKey())
}

/** Starts it, with a number of upstreams for the same cluster. */
export async function startPayoutWorld({ upstreams = 1 }: { upstreams?: number } = {}): Promise<PayoutWorld> {
  let time = Date.now()
  const clock = { now: () => time }
  const solana = await startSolana({ now: clock.now })
  const [{ rpcUrl } = { rpcUrl: '' }] = solana.networks
  const nodes = await Promise.all(Array.from({ length: upstreams }, () => startFaultyNode(rpcUrl)))
  const chain = { chainId, name: 'Solana', upstreams: nodes.map(({ url }) => ({ url })) }
  const usd = solana.tokens.find(({ kind }) => kind === 'usd')?.address ?? ''
  const treasury = { solana: { privateKey: solana.faucet.privateKey }, assets: [sol, `${chainId}:${usd}` as const] }
  const context = await createTestContext({ config: { chains: [chain], onramp: { treasury } }, clock })
  const { database } = context
  const rpc = createRpcService({ context, random: () => 0 })
  // A busy machine answers late at first.
  const all = rpc.chains.get(chainId)?.upstreams ?? []
  await until(async () => !(await Promise.all(all.map((upstream) => upstream.probe()))).includes(false))
  const metrics = createTreasuryMetrics({ registry: new Registry() })

  const ask = async <Result>(method: string, ...params: unknown[]): Promise<Result> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }
  const tokenOf = (kind: SolanaToken['kind']) => {
    const found = solana.tokens.find((token) => token.kind === kind)
    if (!found) throw new Error(`There is no ${kind}`)
    return found
  }
  const read = (id: string) => findPayout(database, id)
  const stateOf = async (id: string) => (await read(id))?.state
  const pass = (slots: number) => {
    time += slots * 400
  }
  const fail = (fault?: Fault) => {
    for (const node of nodes) node.fail(fault)
  }
  const faucetKey = Buffer.from(solana.faucet.privateKey.slice(2), 'hex')

  return {
    ...{ solana, context, rpc, nodes, ask },
    token: (kind) => `${chainId}:${tokenOf(kind).address}`,
    startPayer: async ({ privateKey = faucetKey, onStep = () => {} } = {}) => {
      const holder = randomUUID()
      const told: PayoutStatus[] = []
      await leases.take(database, { chainId, holder, duration: timing.lease, force: true })
      const payer = createSolanaPayer(
        {
          ...{ context, chainId, name: 'Solana', timing, metrics, onStep },
          write: (work) =>
            database.transaction(async (tx) => {
              await leases.require(tx, { chainId, holder })
              return work(tx)
            }),
          announce: (status) => told.push(status),
          signal: context.shutdown.signal,
        },
        { rpc, privateKey },
      )
      return { ...payer, holder, told }
    },
    owe: async (payout) => {
      const id = randomUUID()
      // Payouts have distinct times, in order.
      time += 1
      const createdAt = new Date(time)
      await insertPayout(database, {
        ...{ id, chainId, account: solana.faucet.address, isRehearsal: false, createdAt },
        giveUpAt: new Date(time + giveUpAfter),
        ...payout,
      })
      return id
    },
    ...{ read, stateOf, pass, fail },
    tickUntil: async (payer, id, state, { slots = 1 } = {}) => {
      for (let turn = 0; turn < mostTurns; turn++) {
        await payer.tick().catch(() => {})
        if ((await stateOf(id)) === state) return
        pass(slots)
      }
      throw new Error(`It is ${await stateOf(id)}, not ${state}`)
    },
    clear: async () => {
      fail()
      for (const { methods } of nodes) methods.length = 0
      await database.delete(treasuryTransactions)
      await database.delete(treasuryPayouts)
    },
    lamports: async (address) => BigInt((await ask<{ value: number }>('getBalance', address)).value),
    held: async (owner, kind) => {
      const { address: mint, program } = tokenOf(kind)
      const tokenProgram = program === 'token' ? programs.token : programs.token2022
      const account = await associatedTokenAddress({ owner, mint, tokenProgram })
      const { value } = await ask<{ value: { data: [string, string] } | null }>('getAccountInfo', account, {
        encoding: 'base64',
      })
      return value ? Buffer.from(value.data[0], 'base64').readBigUInt64LE(64) : 0n
    },
    count: async (address) =>
      (await ask<unknown[]>('getSignaturesForAddress', address, { commitment: 'confirmed' })).length,
    stop: async () => {
      await context.stop()
      await Promise.all(nodes.map((node) => node.stop()))
      await solana.stop()
    },
  }
}
