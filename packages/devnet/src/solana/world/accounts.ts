import { createHash } from 'node:crypto'
import { deriveSolanaAccount, type SolanaSigner, signerOf, toSolanaSigner } from '../keys/deriveSolanaAccount.ts'
import type { SolanaAccount } from '../Solana.ts'

/** Returns the accounts of the local Solana networks, from the same recovery phrase as those of the EVM chains. */
export type SolanaWorldAccounts = {
  faucet: SolanaAccount
  /** Makes the mints, and may make more of them. */
  minter: SolanaAccount
  people: readonly SolanaAccount[]
  /** Sends spam. */
  spammer: SolanaAccount
  validator: SolanaAccount
  /** Pays out onramp orders. */
  treasury: SolanaAccount
}

export function deriveSolanaAccounts(): SolanaWorldAccounts {
  return {
    faucet: deriveSolanaAccount({ name: 'Faucet', index: 0 }),
    minter: deriveSolanaAccount({ name: 'Minter', index: 1 }),
    people: ['Ada', 'Ben', 'Cleo', 'Dan'].map((name, index) => deriveSolanaAccount({ name, index: 2 + index })),
    spammer: deriveSolanaAccount({ name: 'Spammer', index: 6 }),
    validator: deriveSolanaAccount({ name: 'Validator', index: 7 }),
    treasury: deriveSolanaAccount({ name: 'Treasury', index: 8 }),
  }
}

/** Returns the key of a seeded mint. The creator of a mint signs with it once. */
export function mintSigner(symbol: string): SolanaSigner {
  return toSolanaSigner(createHash('sha256').update(`Latchkey local mint ${symbol}`).digest())
}

export { signerOf }
