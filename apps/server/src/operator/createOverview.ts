import type { OperatorOverview } from '@latchkey/protocol/api'
import type { Onramp } from '../onramp/createOnramp.ts'
import type { Context } from '../platform/context.ts'
import type { DependencyReader } from '../platform/health/createDependencyReader.ts'
import type { SiwxService } from '../siwx/Siwx.ts'
import { answerInTime } from './answerInTime.ts'
import { readBlocks } from './readBlocks.ts'

/** Reads the state of the server. @throws ServiceError `not_ready` if the database does not answer within seconds */
export type Overview = () => Promise<OperatorOverview>

/**
 * Creates the reader of the server's state for the operator. Answers within seconds, even if a dependency hangs.
 *
 * @param options.onramp undefined if the server has no onramp
 */
export function createOverview({
  context: { config, database, metrics },
  version,
  readDependencies,
  siwx,
  onramp,
}: {
  context: Pick<Context, 'config' | 'database' | 'metrics'>
  version: string
  readDependencies: DependencyReader
  siwx: Pick<SiwxService, 'count'> | undefined
  onramp: Pick<Onramp, 'countOrders'> | undefined
}): Overview {
  const chainIds = config.chains.map(({ chainId }) => chainId)

  return async () => {
    const [{ dependencies }, blocks, orders, signedIn] = await Promise.all([
      readDependencies(),
      answerInTime(readBlocks({ database, metrics, chainIds })),
      answerInTime(onramp?.countOrders() ?? Promise.resolve([])),
      answerInTime(siwx?.count() ?? Promise.resolve({ accounts: 0, devices: 0 })),
    ])
    const failed = new Set(dependencies.flatMap(({ name, status }) => (status === 'ok' ? [] : name)))
    // If the nodes of a chain are silent, the last head seen by this process is outdated.
    const chains = blocks.map((chain) => (failed.has(`rpc ${chain.chainId}`) ? { ...chain, head: null } : chain))
    return {
      ...{ version, uptime: Math.floor(process.uptime()), chains, orders, signedIn },
      dependencies: [...dependencies],
    }
  }
}
