import { createNameMessage } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { bytesToHex } from '@noble/hashes/utils'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { toWalletError } from '../connectors/toWalletError.ts'
import type { Environment } from '../environment/Environment.ts'
import { findNameSigner, isSameSigner, type NameSigner } from './findNameSigner.ts'

/** A signed message about a name, in the server's format. */
export type SignedName = { message: string; signature: string; coin_type: number; address: string }

/**
 * Asks the embedded wallet to sign a message about a name (EIP-191).
 *
 * @param options.name normalized, with its zone
 * @throws LatchkeyError `user_rejected`; `account_changed` if another account is in use at the time of the answer; `sign_message_failed`
 *   for an invalid signature; other errors of the wallet
 */
export async function signName({
  connection,
  environment,
  signer,
  name,
  attributes,
}: {
  connection: ConnectionFeature
  environment: Environment
  signer: NameSigner
  name: string
  attributes: Readonly<Record<string, string>>
}): Promise<SignedName> {
  const { account, provider, coinType } = signer
  const message = createNameMessage({ name, attributes, timestamp: Math.floor(environment.now() / 1000) })
  const params = [`0x${bytesToHex(new TextEncoder().encode(message))}`, account.address]
  const signature = await provider.request({ method: 'personal_sign', params }).catch((cause: unknown) => {
    throw toWalletError(cause)
  })
  if (!isStill({ connection, signer })) throw new ServiceError('account_changed')
  if (typeof signature !== 'string' || !/^0x(?:[0-9a-f]{2}){31,}$/i.test(signature))
    throw new ServiceError('sign_message_failed')
  return { message, signature, coin_type: coinType, address: account.address }
}

function isStill({ connection, signer }: { connection: ConnectionFeature; signer: NameSigner }): boolean {
  try {
    return isSameSigner(findNameSigner(connection), signer)
  } catch {
    return false
  }
}
