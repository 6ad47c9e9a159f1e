import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { ServerConfig } from '../../platform/config/ServerConfig.ts'
import type { Aggregator } from './Aggregator.ts'
import { createZeroexClient } from './createZeroexClient.ts'

/**
 * Creates the aggregators that have a key.
 *
 * @param options.env environment variables, which can hold the key instead of the configuration
 * @throws LatchkeyError `config_invalid` if the named variable is not set
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
