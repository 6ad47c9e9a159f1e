import { ServiceError } from '@latchkey/protocol/errors'
import type { PrivateKeyAccount } from 'viem/accounts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { NamesConfig } from '../platform/config/namesConfig.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { readPrivateKey } from '../platform/crypto/readPrivateKey.ts'

/**
 * Reads the key that signs the gateway's answers. It must differ from the executor's and the paymaster's keys. A thief of this key can
 * forge names, but must not be able to do more.
 *
 * @throws LatchkeyError `config_invalid`
 */
export async function readNameSigner({
  config,
  names,
  env,
}: {
  config: Pick<ServerConfig, 'chains' | 'smartAccounts'>
  names: Pick<NamesConfig, 'signer'>
  env: Readonly<Record<string, string | undefined>>
}): Promise<PrivateKeyAccount> {
  const signer = await readPrivateKey({ key: names.signer, name: 'names.signer', env })
  // Reading a key creates a missing file, so unused keys are not read.
  const isUsed = config.chains.some((chain) => isEvmChain(chain) && chain.smartAccounts?.enabled)
  for (const part of ['executor', 'paymaster'] as const) {
    const key = isUsed ? config.smartAccounts?.[part] : undefined
    const name = `smartAccounts.${part}`
    if (key && (await readPrivateKey({ key, name, env })).address === signer.address) {
      const message = `names.signer: found the key of ${name}; expected a separate key. Give it a new one.`
      throw new ServiceError('config_invalid', { message })
    }
  }
  return signer
}
