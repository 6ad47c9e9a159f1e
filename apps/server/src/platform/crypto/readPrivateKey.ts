import { ServiceError } from '@latchkey/protocol/errors'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readKeyText } from './readKeyText.ts'
import { createHashSigner } from './secp256k1/createHashSigner.ts'

/**
 * Reads a key that signs on EVM networks, see {@link readKeyText}. Its `sign` returns the same result as viem's, and is faster if the
 * platform has libsecp256k1.
 *
 * @throws LatchkeyError `config_invalid`
 */
export async function readPrivateKey(options: Parameters<typeof readKeyText>[0]): Promise<PrivateKeyAccount> {
  const { text, place } = await readKeyText(options)
  try {
    return { ...privateKeyToAccount(text), sign: createHashSigner({ privateKey: text }) }
  } catch {
    throw new ServiceError('config_invalid', { message: `${place} does not hold a valid private key.` })
  }
}
