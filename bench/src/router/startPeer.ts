import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A router's output for a trade, and its time. Base units, gas units, milliseconds. */
export type PeerAnswer = { amountOut: string; gas: string; milliseconds: number; parts: number } | { error: string }

/** Uniswap's own router, running beside. */
export type Peer = {
  /** `wide`: it looks at every pool, instead of the few that it usually chooses. */
  quote: (trade: { from: string; to: string; amount: string; gasPrice: string; wide?: boolean }) => Promise<PeerAnswer>
  stop: () => void
}

/** Its input about the chain; it reads everything else itself. */
export type PeerWorld = {
  rpcUrl: string
  usd: string
  tokens: readonly { address: string; symbol: string; decimals: number }[]
  pools: readonly {
    kind: string
    address: string
    token0: string
    token1: string
    fee: number
    liquidity: string
    depth: number
  }[]
}

/** Starts it when it is installed in the folder; undefined when it is not. */
export async function startPeer({ folder, world }: { folder: string; world: PeerWorld }): Promise<Peer | undefined> {
  if (!existsSync(join(folder, 'node_modules/@uniswap/smart-order-router'))) return undefined
  const script = fileURLToPath(new URL('./smartOrderRouter.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (message: unknown) => {
    child.stdin.write(`${JSON.stringify(message)}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error('The peer ended')
    return JSON.parse(value) as PeerAnswer & { ready?: boolean }
  }
  const answer = await ask(world)
  if (!answer.ready) throw new Error(`The peer did not start: ${'error' in answer ? answer.error : ''}`)
  return { quote: ask, stop: () => void child.kill() }
}
