import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** Origin of the wallet in these tests, and the URI of the message. */
export const origin = 'http://wallet.localhost:7102'
export const uri = `${origin}/`
/** Time of these tests. */
export const now = Date.UTC(2026, 1, 3, 4, 5, 6)
/** Nonce of the request. */
export const nonce = '0123456789abcdef0123456789abcdef'

/** Fields of a message in viem's format. */
export type SignInFields = Parameters<typeof createSiweMessage>[0]

/** Returns a public test key. */
export function keyOf(number: number): PrivateKeyAccount {
  return privateKeyToAccount(`0x${number.toString(16).padStart(64, '0')}`)
}

/** Writes a sign-in like an app, with the given changes. */
export function writeSignIn({
  signer,
  fid = 7n,
  changes = {},
}: {
  signer: PrivateKeyAccount
  fid?: bigint
  changes?: Partial<SignInFields>
}): string {
  return createSiweMessage({
    ...{ domain: new URL(origin).host, uri, nonce, version: '1', chainId: 10, statement: 'Farcaster Auth' },
    ...{ address: signer.address, issuedAt: new Date(now), expirationTime: new Date(now + 600_000) },
    resources: [`farcaster://fid/${fid}`],
    ...changes,
  })
}
