import type { Clock } from '../../platform/clock/Clock.ts'
import type { ServerConfig } from '../../platform/config/ServerConfig.ts'
import type { Aggregator } from './Aggregator.ts'
import { createZeroexClient } from './createZeroexClient.ts'

/**
 * The aggregators that the operator gave a key for.
 *
 * @param options.env where a key may stand instead of in the configuration
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
  return apiKey ? [createZeroexClient({ url, apiKey, clock })] : []
}
