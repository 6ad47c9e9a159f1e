import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { ServerConfig } from '../../platform/config/ServerConfig.ts'
import type { Aggregator } from './Aggregator.ts'
import { createZeroexClient } from './createZeroexClient.ts'

/**
 * The aggregators that the operator gave a key for.
 *
 * @param options.env where a key may stand instead of in the configuration
 * @throws LatchkeyError `config_invalid` when it does not
 */
export function createAggregators({
  config: { zeroex },
  clock,
  env,
}: {
  config: Pick<ServerConfig['convert'], 'zeroex'>
  clock: Clock
  env: Readonly<Record<string, string | undefined>>
}): Aggregator[] {
  if (!zeroex) return []
  const { url, keyVariable } = zeroex
  const apiKey = zeroex.apiKey ?? (keyVariable ? env[keyVariable] : undefined)
  if (!apiKey) {
    throw new ServiceError('config_invalid', {
      message: `convert.zeroex.keyVariable: the environment variable ${keyVariable} is not set. Set it to the key of 0x.`,
    })
  }
  return [createZeroexClient({ url, apiKey, clock })]
}
