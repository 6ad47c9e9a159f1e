import type { ChainId, LatchkeyError } from '@latchkey/protocol'
import { getSupportedChains } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../CoreContext.ts'
import type { Environment } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'
import { createApiClient } from '../http/createApiClient.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** Milliseconds for which the list is cached, as in the server's answer. */
const listLife = 86_400_000
/** Milliseconds until the next attempt after a failure. */
const retryPause = 30_000
/** Milliseconds for which a first read waits for the list. */
const patience = 3_000

/** The networks that the app's server supports. */
export type ServedChains = {
  /** False only if the server's list does not contain the network; true while the list is unknown. Never throws. */
  serves: (chainId: ChainId) => Promise<boolean>
}

/**
 * Loads `GET /v1/supported-chains` once for all features, so that unsupported networks lead to no requests.
 *
 * @param options.onMissing called once for each network of the app that the server does not support
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

/** Whether the app's server supports a network. All features of a kit share one list. Never throws. */
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
