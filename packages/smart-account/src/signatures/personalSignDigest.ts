import { hashTypedData, type SignableMessage, toPrefixedMessage } from 'viem'
import { accountDomain, type SigningAccount } from './accountDomain.ts'

/**
 * What the owner signs so that a smart account has signed a message (EIP-191): a digest, for a key that signs digests only. The signature
 * of it is the account's signature as it is; for an account that is not deployed it is wrapped (`wrapUndeployed`).
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
