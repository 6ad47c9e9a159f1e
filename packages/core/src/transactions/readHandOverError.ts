import { LatchkeyError } from '@latchkey/protocol'
import { isDeclined } from '../connectors/isDeclined.ts'
import { readWalletError, toWalletError } from '../connectors/toWalletError.ts'
import type { TransactionFailure } from './TransactionsFeature.ts'

// EIP-1193, EIP-1474; of batches (EIP-5792): a capability or network that it has not, too many calls, not in one piece.
const refusedCodes = [4100, 4200, -32600, -32601, -32602, -32003, 5700, 5710, 5740, 5750, 5760]
// What a node says before it takes a transaction: nothing was sent.
const refusedByNode =
  /insufficient funds|intrinsic gas|gas (limit|required)|exceeds (block|allowance|balance)|underpriced|nonce too high|invalid (param|argument|input|sender|chain)|revert|not (supported|authori[sz]ed|allowed)|unauthori[sz]ed/i
// What a node says when it has taken the transaction already, or nobody knows.
const maybeSent = /timed? ?out|network|disconnect|socket|fetch/i
// What a node says to one that was handed in twice, whatever its code: wallets try again by themselves when an answer is lost, and a
// number that is "too low" is that of the first try once it is in a block. Of Ethereum's family, Solana (Agave) and Bitcoin (Core).
const handedInBefore =
  /already[- ]?known|\bknown transaction|already (been )?(imported|processed)|AlreadyProcessed|already[- ]in[- ](mempool|block ?chain|utxo set)|txn-(already|same)|nonce (is )?too low|old ?nonce/i

/**
 * Reads what a wallet answered instead of a hash, and above all whether the transaction may be on its way: 'no' only
 * where the wallet or its node refused it in so many words, 'unknown' otherwise.
 */
export function readHandOverError(error: unknown): TransactionFailure {
  const wallet = toWalletError(error)
  const { codes, text } = readWalletError(error)
  // A wallet that is busy has this code, and so have a node that gave up waiting (go-ethereum) and one that has it already (Agave): then it
  // may be on its way.
  const isBusy =
    wallet.code === 'wallet_busy' && codes[0] === -32002 && !maybeSent.test(text) && !handedInBefore.test(text)
  const refused =
    (isDeclined(wallet.code) && (wallet.code !== 'wallet_busy' || isBusy)) ||
    (!handedInBefore.test(text) &&
      (codes.some((code) => refusedCodes.includes(code)) || (refusedByNode.test(text) && !maybeSent.test(text))))
  const isOther = wallet.code === 'wallet_failed' || (wallet.code === 'wallet_busy' && !isBusy)
  const { code, message } = isOther ? new LatchkeyError('send_failed', { cause: wallet }) : wallet
  return { code, message, details: wallet.details ?? (text || undefined), moneyMoved: refused ? 'no' : 'unknown' }
}
