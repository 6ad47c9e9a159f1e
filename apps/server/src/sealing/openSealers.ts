import type { Context } from '../platform/context.ts'
import { hasOwnKey, type SealerKeysOf } from '../platform/crypto/readSealerKeys.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { openSealer } from './openSealer.ts'

/** Opens the sealers of all configured keys. @throws LatchkeyError `config_invalid` */
export async function openSealers({
  context,
  env = process.env,
}: {
  context: Pick<Context, 'config' | 'database' | 'clock'>
  env?: Readonly<Record<string, string | undefined>>
}): Promise<Partial<Record<SealerKeysOf, Sealer>>> {
  const { config } = context
  const sealers: Partial<Record<SealerKeysOf, Sealer>> = {}
  const { role } = config
  const hasWallet = config.wallet !== undefined && role !== 'api'
  if (hasWallet) sealers.wallet = await openSealer({ context, env })
  for (const of of ['siwx', 'smartAccounts'] as const) {
    const isOfRole = of !== 'siwx' || role !== 'wallet'
    if (!isOfRole || !config[of] || !(hasWallet || hasOwnKey(config, of))) continue
    sealers[of] = await openSealer({ context, env, of })
  }
  return sealers
}
