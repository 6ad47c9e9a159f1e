import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** The wallet's own origin in these tests, and what the message names. */
export const origin = 'http://wallet.localhost:7102'
export const uri = `${origin}/`
/** When everything here happens. */
export const now = Date.UTC(2026, 1, 3, 4, 5, 6)
/** What was asked for. */
export const nonce = '0123456789abcdef0123456789abcdef'

/** The fields of a message, as viem writes them. */
export type SignInFields = Parameters<typeof createSiweMessage>[0]

/** A key that everybody can read. */
export function keyOf(number: number): PrivateKeyAccount {
  return privateKeyToAccount(`0x${number.toString(16).padStart(64, '0')}`)
}

/** Writes a sign-in as an app does, with whatever is to be different about it. */
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
