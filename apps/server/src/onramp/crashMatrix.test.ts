import { parseUnits } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { getAddress, type Hex, hexToBigInt } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed as drawn, runs } from '../../../../scripts/lib/fuzz.mjs'
import { until } from '../testing/until.ts'
import { payingSteps } from '../treasury/ChainPayer.ts'
import { orderSteps } from './orders/createOrderEngine.ts'
import { type CrashWorld, startCrashWorld } from './testing/startCrashWorld.ts'

const wanted = Number(process.env.LATCHKEY_CRASH_RUNS ?? runs({ fast: 2, full: 12 }))
const firstSeed = Number(process.env.LATCHKEY_CRASH_SEED ?? drawn)
/**
 * All steps from the payment to the delivery or refund, of orders and of the treasury. Without fee bumps: no gas price rises
 * here.
 */
const steps = [...payingSteps.filter((step) => step !== 'bumped'), ...orderSteps]
/**
 * Cards that pay: immediately, with every message three times, and with messages in the wrong order. The second constant is a
 * card whose delivery fails.
 */
const paying = ['4000000000000259', '4000000000000267', '4111111111111111']
const failing = '4000000000000341'

let world: CrashWorld
beforeAll(async () => {
  world = await startCrashWorld()
  await world.revive()
}, 240_000)
afterAll(() => world?.stop())

/** Returns a generator with the same numbers for the same seed. Source: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Bought = { id: string; address: Hex; card: string; amount: bigint }

/** One run: several visitors pay, the server is killed at a step, and restarts. */
async function run(seed: number): Promise<{ bought: Bought[]; wasKilled: boolean; step: string }> {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  await world.revive()
  const step = pick(steps)
  // Only orders with a failed delivery reach the steps of the refund.
  const cards = [
    pick(paying),
    pick([...paying, failing]),
    step.startsWith('refund') ? failing : pick([...paying, failing]),
  ]
  const nth = 1 + Math.floor(random() * (step.startsWith('refund') ? 1 : 3))
  const orders = await Promise.all(
    cards.map(async (card) => {
      const address = getAddress(privateKeyToAddress(generatePrivateKey()))
      return { card, address, ...(await world.order(address)) }
    }),
  )
  world.killAt({ step, nth })
  for (const { checkoutId, card } of orders) world.cards.pay(checkoutId, { card, code: '123456' })
  const isEnded = (order: Order | undefined) => order?.state === 'delivered' || order?.state === 'refunded'
  const areEnded = async () => (await Promise.all(orders.map(({ id }) => world.read(id)))).every(isEnded)
  await until(async () => world.isDead() || areEnded(), { timeout: 60_000 })
  // Mined payouts become final, and a process may die at that step, too.
  await world.anvil.request('anvil_mine', ['0x2'])
  await until(() => world.isDead(), { timeout: 300 }).catch(() => {})
  const wasKilled = world.isDead()
  await world.revive()
  if (!wasKilled) world.killAt(undefined)
  await until(areEnded, { timeout: 60_000 }).catch(async (cause) => {
    const all = await Promise.all(orders.map(({ id }) => world.read(id)))
    const said = all.map((order) => `${order?.state} ${order?.payment} ${order?.refund}`)
    throw new Error(`Killed at ${step} (${nth}, ${wasKilled}), they stay: ${said.join(', ')}`, { cause })
  })
  await world.anvil.request('anvil_mine', ['0x2'])
  const bought = await Promise.all(
    orders.map(async ({ id, address, card }) => {
      const order = await world.read(id)
      const amount = parseUnits(order?.purchaseAmount.amount ?? '', 18)
      if (!amount.ok) throw new Error('an order without an amount')
      return { id, address, card, amount: amount.value }
    }),
  )
  return { bought, wasKilled, step }
}

type Block = { transactions: { to: Hex | null; value: Hex; hash: Hex }[] }

/** Reads the transfers to each address from every block. */
async function readTransfers(): Promise<Map<string, bigint[]>> {
  const head = Number((await world.anvil.request('eth_blockNumber')) as Hex)
  const transfers = new Map<string, bigint[]>()
  for (let number = 0; number <= head; number++) {
    const block = (await world.anvil.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as Block
    for (const { to, value } of block.transactions) {
      const key = to?.toLowerCase() ?? ''
      transfers.set(key, [...(transfers.get(key) ?? []), hexToBigInt(value)])
    }
  }
  return transfers
}

test(
  `behavior: killed at any step between payment and end, the server delivers every order once or refunds it once`,
  async () => {
    const all: Bought[] = []
    const kills = new Map<string, number>()
    for (let index = 0; index < wanted; index++) {
      const seed = firstSeed + index
      const { bought, wasKilled, step } = await run(seed).catch((cause) => {
        throw new Error(`LATCHKEY_CRASH_RUNS=1 LATCHKEY_CRASH_SEED=${seed}: ${cause}\n${world.log().slice(-2000)}`, {
          cause,
        })
      })
      all.push(...bought)
      if (wasKilled) kills.set(step, (kills.get(step) ?? 0) + 1)
    }
    const transfers = await readTransfers()
    const refunds = world.cards.refunds()
    const count = { delivered: 0, refunded: 0, otherwise: 0 }
    const wrong: unknown[] = []
    for (const { id, address, card, amount } of all) {
      const came = transfers.get(address.toLowerCase()) ?? []
      const back = refunds.filter(({ reference }) => reference === id).length
      const balance = BigInt((await world.anvil.request('eth_getBalance', [address, 'latest'])) as Hex)
      const state = (await world.read(id))?.state
      const isDelivered = came.length === 1 && came[0] === amount && balance === amount && back === 0
      const isRefunded = came.length === 0 && balance === 0n && back === 1
      if (isDelivered && state === 'delivered' && card !== failing) count.delivered += 1
      else if (isRefunded && state === 'refunded' && card === failing) count.refunded += 1
      else {
        count.otherwise += 1
        wrong.push({ card, state, transfers: came.map(String), back, balance: String(balance) })
      }
    }
    const killed = [...kills.values()].reduce((sum, one) => sum + one, 0)
    console.log(
      `${wanted} runs from seed ${firstSeed}, ${killed} killed at ${kills.size} of ${steps.length} steps, ${all.length} orders: ${count.delivered} delivered once, ${count.refunded} refunded once, ${count.otherwise} otherwise`,
    )
    expect(wrong).toEqual([])
    expect(count.delivered + count.refunded).toBe(all.length)
  },
  60_000 + wanted * 60_000,
)
