import { freePort } from '../../../../scripts/lib/freePort.mjs'
import { createNetwork, type Network } from './createNetwork.ts'
import type { Solana, SolanaNetwork, SolanaParameters } from './Solana.ts'
import { type NetworkServer, serveNetwork } from './server/serveNetwork.ts'
import { deriveSolanaAccounts } from './world/accounts.ts'
import { type NetworkDefinition, networkDefinitions } from './world/networks.ts'
import { solanaTokens } from './world/tokens.ts'

/**
 * Starts one or two local Solana networks in this process. litesvm runs Solana's own programs, with the JSON-RPC and the
 * subscriptions of a cluster. A slot takes 400 ms. A transaction is confirmed immediately and finalized 4 slots later.
 *
 * @example
 * const solana = await startSolana()
 * const rpc = createSolanaRpc(solana.networks[0].rpcUrl)
 * await solana.stop()
 */
export async function startSolana({
  networks: count = 1,
  ports = [],
  folder,
  now = Date.now,
}: SolanaParameters = {}): Promise<Solana> {
  const accounts = deriveSolanaAccounts()
  const taken = new Set<number>()
  const running: Running[] = []
  try {
    for (const [index, definition] of networkDefinitions.slice(0, count).entries()) {
      const network = await createNetwork({ definition, accounts, folder, now })
      const { server, port } = await serveSomewhere({ network, wanted: ports[index] ?? 0, taken })
      running.push({ definition, network, server, port })
    }
  } catch (error) {
    await Promise.all(running.map(({ server }) => server?.close()))
    throw error
  }
  const pause = async () => {
    for (const one of running) {
      const { server } = one
      one.server = undefined
      await server?.close()
    }
  }
  return {
    networks: running.map(describe),
    tokens: solanaTokens(),
    faucet: accounts.faucet,
    treasury: accounts.treasury,
    accounts: accounts.people,
    advance({ slots }) {
      for (const { network } of running) network.ledger.clock.advance({ slots })
    },
    pause,
    async start() {
      for (const one of running) one.server ??= await serveNetwork({ ...one.network, port: one.port })
    },
    stop: pause,
  }
}

type Running = { definition: NetworkDefinition; network: Network; server: NetworkServer | undefined; port: number }

async function serveSomewhere({
  network,
  wanted,
  taken,
}: {
  network: Network
  wanted: number
  taken: Set<number>
}): Promise<{ server: NetworkServer; port: number }> {
  for (;;) {
    const port = await freePort(wanted, taken)
    try {
      return { server: await serveNetwork({ ...network, port }), port }
    } catch (error) {
      // Another process took the port after the check.
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
}

function describe({ definition: { chainId, name }, port }: Running): SolanaNetwork {
  return { chainId, name, rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}` }
}
