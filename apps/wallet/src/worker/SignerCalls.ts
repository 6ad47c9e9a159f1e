import type { ChainId } from '@latchkey/protocol'
import type { Bytes } from '@latchkey/vault'
import type { FamilySigned, PayloadOf } from '../families/FamilySigned.ts'
import type { RunCalls } from './runInWorker.ts'

/**
 * What is done with one private key, in a worker of its own: it is given the keys that one call needs, never the seed, and is gone
 * afterwards.
 */
export type SolanaSignerCalls = {
  /** @throws LatchkeyError `malformed_request` for a message that is a transaction, or one that the account does not sign */
  sign: (options: { payload: PayloadOf<'solana'>; privateKey: Bytes }) => Promise<FamilySigned>
}

/** As {@link SolanaSignerCalls}, for Bitcoin. */
export type BitcoinSignerCalls = {
  /** @throws LatchkeyError `malformed_request` when an input is not of the address, or the key not of the address */
  sign: (options: {
    payload: PayloadOf<'bitcoin'>
    keys: readonly { address: string; privateKey: Bytes }[]
    chainId: ChainId
  }) => Promise<FamilySigned>
}

/** The name of the one call of each. */
export const signerCallNames = ['sign'] as const

/** Runs something with a signer at hand; what it ran in is gone afterwards. */
export type RunSigners = { solana: RunCalls<SolanaSignerCalls>; bitcoin: RunCalls<BitcoinSignerCalls> }
