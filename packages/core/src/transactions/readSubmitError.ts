import { LatchkeyError } from '@latchkey/protocol'
import { isDeclined } from '../connectors/isDeclined.ts'
import { readWalletError, toWalletError } from '../connectors/toWalletError.ts'
import type { TransactionFailure } from './TransactionsFeature.ts'

// EIP-1193, EIP-1474. For batches (EIP-5792): an unsupported capability or network, too many calls, not atomic.
const refusedCodes = [4100, 4200, -32600, -32601, -32602, -32003, 5700, 5710, 5740, 5750, 5760]
// Messages of a node that rejects a transaction. Nothing was sent.
const refusedByNode =
  /insufficient funds|intrinsic gas|gas (limit|required)|exceeds (block|allowance|balance)|underpriced|nonce too high|invalid (param|argument|input|sender|chain)|revert|not (supported|authori[sz]ed|allowed)|unauthori[sz]ed/i
// Messages after which the transaction may have been sent.
const maybeSent = /timed? ?out|network|disconnect|socket|fetch/i
// Messages of a node about a transaction that was submitted before, with any code. Wallets retry automatically if an answer is lost. A
// nonce that is "too low" belongs to the first submission once that is in a block. For EVM networks, Solana (Agave) and Bitcoin (Core).
const handedInBefore =
  /already[- ]?known|\bknown transaction|already (been )?(imported|processed)|AlreadyProcessed|already[- ]in[- ](mempool|block ?chain|utxo set)|txn-(already|same)|nonce (is )?too low|old ?nonce/i

/**
 * Reads a wallet's error after a request for a transaction, in particular whether the transaction may have been sent. `moneyMoved` is 'no'
 * only if the wallet or its node explicitly refused it, else 'unknown'.
 */
export function readSubmitError(error: unknown): TransactionFailure {
  const wallet = toWalletError(error)
  const { codes, text } = readWalletError(error)
  // A busy wallet has this code. A node that timed out (go-ethereum) and a node that already has the transaction (Agave) use it as well; in
  // those cases it may have been sent.
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
