import { ServiceError } from '@latchkey/protocol/errors'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { KeyConfig } from '../platform/config/keyConfig.ts'
import type { OnrampConfig } from '../platform/config/onrampConfig.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { readKeyText } from '../platform/crypto/readKeyText.ts'

/** Keys that sign for the treasury. */
export type TreasuryKeys = {
  eip155: PrivateKeyAccount | undefined
  /** Private key of 32 bytes (RFC 8032). */
  solana: Uint8Array | undefined
}

/**
 * Reads the treasury's keys. They must differ from the keys of the executor, the paymaster and the name gateway: shared
 * accounts would compete for nonces, and a stolen key must not have several powers.
 *
 * @throws LatchkeyError `config_invalid`
 */
export async function readTreasuryKeys({
  config,
  treasury,
  env,
}: {
  config: Pick<ServerConfig, 'chains' | 'smartAccounts' | 'names'>
  treasury: Pick<NonNullable<OnrampConfig['treasury']>, 'eip155' | 'solana'>
  env: Readonly<Record<string, string | undefined>>
}): Promise<TreasuryKeys> {
  const taken = new Map<string, string>()
  // Reading a missing key file would create it, so skip keys that are not used.
  const isUsed = config.chains.some((chain) => isEvmChain(chain) && chain.smartAccounts?.enabled)
  const others: [name: string, key: KeyConfig | undefined][] = [
    ['smartAccounts.executor', isUsed ? config.smartAccounts?.executor : undefined],
    ['smartAccounts.paymaster', isUsed ? config.smartAccounts?.paymaster : undefined],
    ['names.signer', config.names?.signer],
  ]
  for (const [name, key] of others) if (key) taken.set((await readKeyText({ key, name, env })).text, name)

  const read = async (family: 'eip155' | 'solana'): Promise<`0x${string}` | undefined> => {
    const key = treasury[family]
    if (!key) return undefined
    const name = `onramp.treasury.${family}`
    const { text } = await readKeyText({ key, name, env })
    const other = taken.get(text)
    if (other) refuse(`${name}: found the key of ${other}; expected a separate key. Give it a new one.`)
    taken.set(text, name)
    return text
  }
  const [eip155, solana] = [await read('eip155'), await read('solana')]
  return {
    eip155: eip155 && toAccount(eip155),
    solana: solana && new Uint8Array(Buffer.from(solana.slice(2), 'hex')),
  }
}

function toAccount(text: `0x${string}`): PrivateKeyAccount {
  try {
    return privateKeyToAccount(text)
  } catch {
    return refuse('onramp.treasury.eip155: does not hold a valid private key.')
  }
}

function refuse(message: string): never {
  throw new ServiceError('config_invalid', { message })
}
