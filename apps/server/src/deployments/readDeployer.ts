import type { PrivateKeyAccount } from 'viem/accounts'
import { readPrivateKey } from '../platform/crypto/readPrivateKey.ts'

/**
 * Reads the account that pays for contracts from the environment variable DEPLOYER_KEY.
 *
 * @throws LatchkeyError `config_invalid` if it is missing
 */
export function readDeployer(env: Readonly<Record<string, string | undefined>>): Promise<PrivateKeyAccount> {
  return readPrivateKey({ key: { keyVariable: 'DEPLOYER_KEY' }, name: 'DEPLOYER_KEY', env })
}
