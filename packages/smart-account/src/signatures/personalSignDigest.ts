import { hashTypedData, type SignableMessage, toPrefixedMessage } from 'viem'
import { accountDomain, type SigningAccount } from './accountDomain.ts'

/**
 * Returns the digest that the owner signs for an account's signature of a message (EIP-191), for a key that only signs
 * digests. Its signature is the account's signature. If the account is not deployed, wrap it with `wrapUndeployed`.
 *
 * Source: ERC-7739, personal sign.
 *
 * @param options.message text, or `{ raw }`
 */
export function personalSignDigest({
  account,
  message,
}: {
  account: SigningAccount
  message: SignableMessage
}): `0x${string}` {
  const { salt: _, ...domain } = accountDomain(account)
  return hashTypedData({
    domain,
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toPrefixedMessage(message) },
  })
}
