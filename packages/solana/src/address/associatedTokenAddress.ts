import type { Address } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import type { TokenProgram } from './programs.ts'

/**
 * Returns the default account of an owner for a token, derived from owner, program and mint. Source:
 * spl-associated-token-account-interface, `get_associated_token_address_with_program_id`.
 *
 * @throws if the platform has no SHA-256 (pages without a secure context)
 * @example const account = await associatedTokenAddress({ owner, mint, tokenProgram: programs.token })
 */
export async function associatedTokenAddress({
  owner,
  mint,
  tokenProgram,
}: {
  owner: string
  mint: string
  tokenProgram: TokenProgram
}): Promise<string> {
  const [address] = await findAssociatedTokenPda({
    owner: owner as Address,
    mint: mint as Address,
    tokenProgram: tokenProgram as Address,
  })
  return address
}
