import type { ChainId } from '@latchkey/protocol'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { Environment, TimerId } from '../environment/Environment.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** Milliseconds between two looks, and the number of transactions after which it stops (specification 9). */
const watchInterval = 30_000
export const watchLimit = 99

/**
 * Watches whether the account sends a transaction from anywhere, by its nonces of pending and mined transactions. Pauses while the page is
 * hidden.
 *
 * @param options.onMoved called after a new transaction
 * @returns a function that stops watching
 */
export function watchAccount({
  config,
  environment,
  connection,
  gatewayOf,
  onMoved,
}: {
  config: LatchkeyConfig
  environment: Environment
  connection: ConnectionFeature
  gatewayOf: (chainId: ChainId) => GatewayClient
  onMoved: () => void
}): () => void {
  const { watch, pollInterval = watchInterval } = config.pendingTransactions ?? { watch: false }
  if (!watch) return () => {}
  let timer: TimerId | undefined
  let isStopped = false
  let moves = 0
  let seen: { subject: string; numbers: string } | undefined

  const look = async () => {
    const state = connection.getState()
    if (state.status !== 'connected' || !environment.isVisible()) return
    const { address, chainId, namespace } = state.account
    const isOurs = config.networks.some(({ caipNetworkId }) => caipNetworkId === chainId)
    if (namespace !== 'eip155' || !isOurs) return
    const gateway = gatewayOf(chainId)
    const counts = await Promise.all(
      ['latest', 'pending'].map((tag) => gateway.request('eth_getTransactionCount', [address, tag])),
    )
    const now = { subject: `${chainId}:${address}`, numbers: counts.join() }
    const isMoved = seen?.subject === now.subject && seen.numbers !== now.numbers
    seen = now
    if (!isMoved || isStopped) return
    moves++
    onMoved()
  }
  const run = async () => {
    await look().catch(() => {})
    if (!isStopped && moves < watchLimit) timer = environment.setTimeout(() => void run(), pollInterval)
  }
  void run()
  return () => {
    isStopped = true
    environment.clearTimeout(timer)
  }
}
