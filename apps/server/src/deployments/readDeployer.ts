import type { PrivateKeyAccount } from 'viem/accounts'
import { readPrivateKey } from '../platform/crypto/readPrivateKey.ts'

/**
 * The account that pays for contracts: DEPLOYER_KEY of the environment.
 *
 * @throws LatchkeyError `config_invalid` when there is none
 */
export function readDeployer(env: Readonly<Record<string, string | undefined>>): Promise<PrivateKeyAccount> {
  return readPrivateKey({ key: { keyVariable: 'DEPLOYER_KEY' }, name: 'DEPLOYER_KEY', env })
}
