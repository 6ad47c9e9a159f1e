import { formatUnits, LatchkeyError } from '@latchkey/protocol'
import {
  assertTransfer,
  associatedTokenAddress,
  buildTransfer,
  isTokenProgram,
  readTransfer,
  type Transfer,
  transactionId,
} from '@latchkey/solana'
import type { SignedTransaction } from '../../chains/SignedChain.ts'
import { toBase64 } from '../../chains/solana/base64.ts'
import { writePlan } from '../../chains/solana/createSolanaChain.ts'
import type { SolanaNode } from '../../chains/solana/createSolanaNode.ts'
import type { SolanaProvider } from '../../connectors/Connector.ts'
import type { SendPreview } from '../SendFeature.ts'
import { readSolanaToken } from './checkSolanaForm.ts'

/** Number of blocks for which a blockhash is valid. Source: `MAX_PROCESSING_AGE`. */
const blockhashLife = 150
/** Number of blocks by which our node may lag behind the node of the wallet. */
const nodeLag = 50
/** Largest priority fee in lamports that a wallet may add to the shown cost, if it sets the fee itself. */
const largestPriorityFee = 1_000_000n

/**
 * Converts a preview to a transfer. Checks again that row and transaction concern the same token, and that the shown amount is the one that
 * moves.
 * @throws LatchkeyError `send_failed`
 */
export function toTransfer({
  from,
  receiver,
  amount,
  amountText,
  token,
  transaction,
}: SendPreview): Transfer & { receiver: string } {
  if (transaction.namespace !== 'solana') throw refused('It is a payment of another family')
  const { mint, tokenProgram, source, destination, createsAccount, transferFee } = transaction
  const read = readSolanaToken(token)
  if (!read || read.mint !== mint) throw refused('It moves another asset than the one that was chosen')
  if (formatUnits(amount, read.decimals) !== amountText) throw refused('It moves another amount than was shown')
  if (mint === undefined) return { from, receiver, amount, token: undefined }
  if (!isTokenProgram(tokenProgram) || source === undefined || destination === undefined)
    throw refused('It names no accounts')
  const { decimals } = read
  const moved = { mint, decimals, program: tokenProgram, source, destination, createsDestination: createsAccount }
  return { from, receiver, amount, token: { ...moved, fee: transferFee } }
}

/** The tokens go to the receiver's associated account, or into the typed one. The payment's bytes do not contain the owner. */
async function checkedTransfer(preview: SendPreview): Promise<Transfer> {
  const transfer = toTransfer(preview)
  const { token, receiver: owner } = transfer
  if (!token || (token.destination === owner && !token.createsDestination)) return transfer
  const { mint, program: tokenProgram } = token
  if ((await associatedTokenAddress({ owner, mint, tokenProgram })) !== token.destination)
    throw refused("It goes to an account that is not the receiver's")
  return transfer
}

function toBudget({ transaction }: SendPreview) {
  if (transaction.namespace !== 'solana') throw refused('It is a payment of another family')
  return { unitLimit: transaction.computeUnitLimit, unitPrice: transaction.computeUnitPrice }
}

/**
 * Builds the previewed payment with a fresh blockhash, lets the wallet sign it, and reads the result back. Token, mint, accounts, receiver
 * and amount must be the same, without anything else. A wallet may add assertions of Lighthouse, and its own compute unit limit and price,
 * up to 0.001 SOL.
 *
 * @throws LatchkeyError `send_failed` if another payment was signed, which is not sent; the errors of the wallet
 */
export async function signSolanaTransfer({
  node,
  provider,
  preview,
}: {
  node: SolanaNode
  provider: Pick<SolanaProvider, 'signTransaction'>
  preview: SendPreview
}): Promise<SignedTransaction> {
  const { from: address, chainId } = preview
  const transfer = await checkedTransfer(preview)
  const budget = toBudget(preview)
  const { blockhash, lastValidBlockHeight, slot } = await node.blockhash()
  const transaction = buildTransfer({ transfer, blockhash, budget })
  const signed = await provider.signTransaction({ address, transaction, chainId })
  try {
    assertTransfer({ transaction: signed, transfer, budget, largestPriorityFee })
  } catch (error) {
    // Bytes that are not a transaction are refused like another transaction.
    throw error instanceof LatchkeyError ? refused(error.details ?? error.message) : error
  }
  const hash = transactionId(signed)
  if (hash === undefined) throw refused('The wallet has not signed it')
  const isOwnHash = readTransfer(signed)?.blockhash === blockhash
  // A wallet may use a newer blockhash, which is valid for this number of blocks from now.
  const validUntil = isOwnHash ? lastValidBlockHeight : (await node.blockHeight('processed')) + blockhashLife + nodeLag
  return { hash, raw: toBase64(signed), validUntil, plan: writePlan({ slot }) }
}

/**
 * Asks a wallet that only sends. Its transaction cannot be checked in advance, only the bytes that it receives. The returned signature is
 * followed.
 *
 * @throws LatchkeyError `send_failed`; the errors of the wallet
 */
export async function sendSolanaTransfer({
  node,
  provider,
  preview,
}: {
  node: SolanaNode
  provider: Pick<SolanaProvider, 'signAndSendTransaction'>
  preview: SendPreview
}): Promise<SignedTransaction> {
  const { from: address, chainId } = preview
  const { blockhash, slot } = await node.blockhash()
  const transaction = buildTransfer({ transfer: await checkedTransfer(preview), blockhash, budget: toBudget(preview) })
  const { signature } = await provider.signAndSendTransaction({ address, transaction, chainId })
  const height = await node.blockHeight('processed').catch(() => undefined)
  const validUntil = height === undefined ? undefined : height + blockhashLife + nodeLag
  return { hash: signature, raw: '', validUntil, plan: writePlan({ slot }) }
}

function refused(details: string): LatchkeyError {
  return new LatchkeyError('send_failed', { details })
}
