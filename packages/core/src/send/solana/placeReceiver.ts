import { isOnCurve, programs, readMint, readTokenAccount, type TokenAccount } from '@latchkey/solana'
import type { SolanaAccount } from '../../chains/solana/createSolanaNode.ts'
import type { ReceiverNotice } from '../SendFeature.ts'

/** Where a payment goes, or why it may not go there. */
export type ReceiverPlace =
  | {
      /** The typed address is an account of the very token that is sent, so the payment goes into it. */
      tokenAccount: TokenAccount | undefined
      notice: ReceiverNotice | undefined
    }
  | { refused: string }

/**
 * Says what a receiver is by what the chain has at its address. A wallet, or nothing yet, is paid. An account of the token that is sent
 * is paid into as it is; SOL, or another token, would be stuck in it and is refused, as is what is sent to a program. The rest (mints,
 * accounts of programs, addresses that no key has) is for the visitor to confirm.
 *
 * @param options.mint of the token that is sent; undefined for SOL
 */
export function placeReceiver({
  receiver,
  account,
  mint,
}: {
  receiver: string
  account: SolanaAccount | undefined
  mint: string | undefined
}): ReceiverPlace {
  const noted = (notice: ReceiverNotice | undefined) => ({ tokenAccount: undefined, notice })
  // A vault of several signers is such an address: the system program's, and no key's.
  if (!account || account.owner === programs.system) return noted(isOnCurve(receiver) ? undefined : { type: 'program' })
  if (account.executable)
    return { refused: 'This is the address of a program, not of a wallet: what is sent there is lost' }
  const tokenAccount = readTokenAccount(account)
  if (tokenAccount && tokenAccount.mint === mint)
    return { tokenAccount, notice: { type: 'token-account', owner: tokenAccount.owner } }
  if (tokenAccount)
    return { refused: 'This address holds one token only, and is no wallet: send to the address of its owner' }
  if (readMint(account)) return noted({ type: 'token-contract' })
  return noted({ type: 'program' })
}
