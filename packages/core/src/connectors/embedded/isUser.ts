import { isEvmAddress } from '@latchkey/protocol'
import { isRecord } from '../isRecord.ts'
import type { EmbeddedUser } from './EmbeddedWallet.ts'

/** Tells whether a value is the visitor of the wallet: nothing is shown or signed for an address that is none. */
export function isUser(value: unknown): value is EmbeddedUser {
  return (
    isRecord(value) &&
    isEvmAddress(value.address) &&
    value.chainId !== undefined &&
    Array.isArray(value.accounts) &&
    (typeof value.email === 'string' || !value.email)
  )
}
