import { isEvmAddress } from '@latchkey/protocol'
import { isRecord } from '../isRecord.ts'
import type { EmbeddedUser } from './EmbeddedWallet.ts'

/**
 * Tells whether a value is the visitor of the wallet: nothing is shown or signed for an address that is none. On a network of another
 * family, which an app without Ethereum's has alone, the family's own connector looks at the addresses.
 */
export function isUser(value: unknown): value is EmbeddedUser {
  return (
    isRecord(value) &&
    value.chainId !== undefined &&
    (isEvmAddress(value.address) || /^(solana|bip122):/.test(String(value.chainId))) &&
    Array.isArray(value.accounts) &&
    (typeof value.email === 'string' || !value.email)
  )
}
