import type { ChainId, LatchkeyError } from '@latchkey/protocol'
import { getSupportedChains } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../CoreContext.ts'
import type { Environment } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'
import { createApiClient } from '../http/createApiClient.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** Milliseconds for which a list counts; the server says the same of its answer. */
const listLife = 86_400_000
/** Milliseconds until a list that could not be read is asked for again. */
const retryPause = 30_000
/** Milliseconds for which a first read waits for the list. */
const patience = 3_000

/** Knows which networks the server of the app serves. */
export type ServedChains = {
  /** False only where the server's own list lacks the network; true while that list cannot be read. Never throws. */
  serves: (chainId: ChainId) => Promise<boolean>
}

/**
 * Reads `GET /v1/supported-chains` once for all, so that nothing is asked of a network that the server does not serve.
 *
 * @param options.onMissing told once of each network of the app that the server lacks
 * @example
 * const { serves } = createServedChains({ config, environment, onMissing: (error) => alerts.note(error) })
 * if (await serves('eip155:8453')) await readBalances()
 */
export function createServedChains({
  config,
  environment,
  onMissing,
}: {
  config: LatchkeyConfig
  environment: Environment
  onMissing: (error: LatchkeyError) => void
}): ServedChains {
  const client = createApiClient({ ...config, fetch: environment.fetch })
  const told = new Set<ChainId>()
  let list: Promise<ReadonlySet<ChainId> | undefined> | undefined
  let until = 0

  const read = () => {
    until = environment.now() + listLife
    const ask = (signal: AbortSignal) => client.request(getSupportedChains, { signal, isRead: false })
    return askInTime({ environment, milliseconds: patience, ask }).then(
      ({ data }) => new Set(data.http),
      () => {
        until = environment.now() + retryPause
        return undefined
      },
    )
  }
  return {
    serves: async (chainId) => {
      if (list === undefined || environment.now() >= until) list = read()
      const served = await list
      if (!served || served.has(chainId)) return true
      if (!told.has(chainId)) {
        told.add(chainId)
        onMissing(
          new ServiceError('network_not_configured', {
            details: `The server at ${config.apiUrl} does not serve ${chainId}, which is one of networks: add it to the chains in the server's configuration, or take it out of networks`,
          }),
        )
      }
      return false
    },
  }
}

const lists = new WeakMap<CoreContext, ServedChains>()

/** Whether the server of an app serves a network, by the one list that all parts of a kit share. Never throws. */
export function serves({ context, chainId }: { context: CoreContext; chainId: ChainId }): Promise<boolean> {
  const { config, environment, onRefusal } = context
  if (context.serves) return context.serves(chainId)
  let list = lists.get(context)
  if (!list) {
    list = createServedChains({ config, environment, onMissing: (error) => onRefusal?.(error) })
    lists.set(context, list)
  }
  return list.serves(chainId)
}
