import { LatchkeyError } from '@latchkey/protocol'
import { type Hex, hexToNumber } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Rpc, RpcRefusal } from '../anvil/rpc.ts'
import { poolsOf } from '../world/Pool.ts'
import type { World } from '../world/World.ts'
import { planRound } from './planRound.ts'
import { createRandom } from './random.ts'
import { readPools } from './readPools.ts'
import { swapCall } from './swapCall.ts'
import type { Swap } from './tradeTowards.ts'

/** Trades a little on one chain. */
export type MarketMaker = {
  /**
   * One round of trades; resolves when they are mined. Rounds never overlap: one that is asked for while another runs
   * comes after it. While the chain is stopped a round does nothing.
   */
  trade: () => Promise<void>
}

/** Milliseconds between looks for a receipt. */
const receiptInterval = 25
/** Milliseconds after which a trade that is not mined is given up. */
const receiptPatience = 30_000
const gas = 500_000n

/**
 * Makes the market-maker of a chain. What it does next depends on the chain's own state alone (how often its traders have
 * traded, the pools, the time), so it goes on in the same way after a restart, and two runs from the same state agree.
 *
 * @param rpc The chain's node, or undefined while it is stopped.
 */
export function createMarketMaker({
  id,
  world,
  rpc: currentRpc,
}: {
  id: number
  world: World
  rpc: () => Rpc | undefined
}): MarketMaker {
  const pools = poolsOf(world)
  const traders = world.accounts.traders.map(({ privateKey }) => privateKeyToAccount(privateKey))
  let last: Promise<void> = Promise.resolve()

  async function round() {
    const rpc = currentRpc()
    if (!rpc) return
    const nonces = await Promise.all(
      traders.map(async ({ address }) => hexToNumber(await rpc<Hex>('eth_getTransactionCount', [address, 'pending']))),
    )
    const count = nonces.reduce((sum, nonce) => sum + nonce, 0)
    const random = createRandom(id * 1_000_003 + count)
    const states = await readPools({ rpc, pools })
    const swaps = planRound({ world, states, time: await chainTime(rpc), random })
    const hashes: Hex[] = []
    for (const [index, swap] of swaps.entries()) {
      hashes.push(await send({ rpc, swap, trader: (count + index) % traders.length, nonces }))
    }
    for (const hash of hashes) await mined({ rpc, hash })
  }

  async function send({ rpc, swap, trader, nonces }: { rpc: Rpc; swap: Swap; trader: number; nonces: number[] }) {
    const account = traders[trader]
    const nonce = nonces[trader]
    if (!account || nonce === undefined) throw new Error(`there is no trader ${trader}`)
    nonces[trader] = nonce + 1
    const { baseFeePerGas } = await rpc<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false])
    const maxPriorityFeePerGas = 1_000_000_000n
    const raw = await account.signTransaction({
      ...swapCall({ swap, recipient: account.address }),
      ...{ type: 'eip1559', chainId: id, nonce, gas, maxPriorityFeePerGas },
      maxFeePerGas: BigInt(baseFeePerGas) * 2n + maxPriorityFeePerGas,
    })
    return rpc<Hex>('eth_sendRawTransaction', [raw])
  }

  return {
    trade() {
      const next = last.then(round)
      last = next.catch(() => {})
      return next
    },
  }
}

/** Seconds since the chain's first block, by the node's clock: that of its next block. */
async function chainTime(rpc: Rpc): Promise<number> {
  const [first, pending] = await Promise.all(
    ['0x0', 'pending'].map((block) => rpc<{ timestamp: Hex }>('eth_getBlockByNumber', [block, false])),
  )
  return hexToNumber(pending?.timestamp ?? '0x0') - hexToNumber(first?.timestamp ?? '0x0')
}

async function mined({ rpc, hash }: { rpc: Rpc; hash: Hex }): Promise<void> {
  const end = Date.now() + receiptPatience
  while (Date.now() < end) {
    const receipt = await rpc<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
    if (receipt?.status === '0x1') return
    if (receipt) throw new RpcRefusal({ method: 'trade', message: `transaction ${hash} failed`, data: receipt })
    await new Promise((resolve) => setTimeout(resolve, receiptInterval))
  }
  throw new LatchkeyError('devnet_failed', {
    message: `A trade was not mined within ${receiptPatience / 1000} seconds`,
  })
}
