import { solanaNetworks } from '@latchkey/protocol'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { systemClock } from '../../platform/clock/Clock.ts'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createShutdown } from '../../platform/shutdown/createShutdown.ts'
import { createRpcService, type RpcServiceWithUpstreams } from '../../rpc/createRpcService.ts'
import type { UpstreamBehaviour } from '../../testing/startFakeUpstream.ts'

/** Creates an RPC service for the local cluster with the test's upstreams, without a database. */
export function createSolanaRpc(upstreams: readonly { url: string; ws?: string }[]) {
  const log = pino({ level: 'silent' })
  const shutdown = createShutdown({ log })
  const config = serverConfigSchema.parse({
    chains: [{ chainId: solanaNetworks.localnet, name: 'Solana', upstreams: [...upstreams] }],
  })
  const context = { config, log, shutdown, metrics: new Registry(), clock: systemClock }
  const rpc: RpcServiceWithUpstreams = createRpcService({ context, random: () => 0 })
  return { context, rpc, stop: () => shutdown.run('the test ends') }
}

/** Answers `getGenesisHash` like the local cluster, so that a fake passes the probe and fails elsewhere. */
export function onCluster(rest: UpstreamBehaviour): UpstreamBehaviour {
  return (calls, response, request) =>
    calls.every(({ method }) => method === 'getGenesisHash')
      ? { result: `${solanaNetworks.localnet.slice('solana:'.length)}tail` }
      : rest(calls, response, request)
}
