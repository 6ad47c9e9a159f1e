import { onrampProviderIds } from '@latchkey/protocol'
import type { Feature } from '@latchkey/protocol/api'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import { listSocialProviders } from '../platform/config/listSocialProviders.ts'
import type { EvmChainConfig, ProjectConfig, ServerConfig } from '../platform/config/ServerConfig.ts'

/**
 * What this server offers a project's visitors, as it is configured. What it does not have says false, whoever asks. `swap` says who makes its
 * quotes; `names` its zone, and how many one address may have; `onramp` the ids of its providers.
 */
export function listFeatures({
  config,
  project,
}: {
  config: Pick<ServerConfig, 'wallet' | 'social' | 'names' | 'onramp' | 'siwx' | 'chains' | 'convert' | 'smartAccounts'>
  project: Pick<ProjectConfig, 'telemetry'>
}): Feature[] {
  const { names, onramp, siwx, chains, convert, smartAccounts } = config
  const payments = onrampProviderIds.filter((id) => onramp?.[id] !== undefined)
  const logins = config.wallet ? ['email', ...listSocialProviders(config)] : []
  const hasRouter = ({ contracts }: EvmChainConfig) => contracts.uniswapSwapRouter02 !== undefined
  const canSwap = convert.enabled && chains.filter(isEvmChain).some(hasRouter)
  const hasSmartAccounts =
    smartAccounts !== undefined && chains.some((chain) => isEvmChain(chain) && chain.smartAccounts?.enabled)
  const swaps = canSwap ? ['latchkey', ...(convert.zeroex ? ['zeroex'] : [])] : []
  return [
    { id: 'social_login', isEnabled: logins.length > 0, config: logins },
    { id: 'activity', isEnabled: true, config: [] },
    { id: 'swap', isEnabled: canSwap, config: swaps },
    { id: 'onramp', isEnabled: payments.length > 0, config: payments },
    { id: 'names', isEnabled: names !== undefined, config: names ? [names.zone, String(names.perAddress)] : [] },
    { id: 'siwx', isEnabled: siwx !== undefined, config: [] },
    { id: 'smart_accounts', isEnabled: hasSmartAccounts, config: [] },
    { id: 'analytics', isEnabled: project.telemetry.enabled, config: [] },
  ]
}
