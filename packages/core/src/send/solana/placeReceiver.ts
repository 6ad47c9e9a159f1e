import { isOnCurve, programs, readMint, readTokenAccount, type TokenAccount } from '@latchkey/solana'
import type { SolanaAccount } from '../../chains/solana/createSolanaNode.ts'
import type { ReceiverNotice } from '../SendFeature.ts'

/** The destination of a payment, or the reason why it is refused. */
export type ReceiverPlace =
  | {
      /** Set if the typed address is an account of the sent token. The payment goes into it. */
      tokenAccount: TokenAccount | undefined
      notice: ReceiverNotice | undefined
    }
  | { refused: string }

/**
 * Classifies a receiver by the account at its address. A wallet or an unused address can be paid. An account of the sent token is paid
 * directly. SOL or another token would be stuck in it and is refused, as are payments to programs. For the rest (mints, accounts of
 * programs, addresses without a key), the visitor has to confirm.
 *
 * @param options.mint of the sent token; undefined for SOL
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
  // A multisig vault has such an address: owned by the system program, without a key.
  if (!account || account.owner === programs.system) return noted(isOnCurve(receiver) ? undefined : { type: 'program' })
  if (account.executable)
    return { refused: 'This is the address of a program, not of a wallet: tokens sent to it are lost' }
  const tokenAccount = readTokenAccount(account)
  if (tokenAccount && tokenAccount.mint === mint)
    return { tokenAccount, notice: { type: 'token-account', owner: tokenAccount.owner } }
  if (tokenAccount)
    return { refused: 'This address holds one token only, and is no wallet: send to the address of its owner' }
  if (readMint(account)) return noted({ type: 'token-contract' })
  return noted({ type: 'program' })
}
