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

/** Blocks for which a blockhash is good. Source: `MAX_PROCESSING_AGE`. */
const blockhashLife = 150
/** Blocks by which a node may be behind the one that the wallet asked. */
const nodeLag = 50
/** Lamports that a wallet may offer for a place in a block beyond what was shown, where it sets that by itself. */
const largestPriorityFee = 1_000_000n

/**
 * What a preview shows, as a payment. That row and transaction are about one asset, and the amount that was read and the one that moves
 * are one, is looked at here once more.
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

/** The tokens go to the receiver's own account, or into the one that was typed; no byte of the payment says whose it is. */
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
 * Writes the previewed payment with a fresh blockhash, has the wallet sign it, and reads what came back: the same asset, mint, accounts,
 * receiver and amount, and nothing else, whatever was asked for. What a wallet may add are assertions of Lighthouse and a limit and price
 * of its own for compute units, up to 0.001 SOL.
 *
 * @throws LatchkeyError `send_failed` when something else was signed: it is not sent; what the wallet throws
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
    // What is no transaction at all is refused as another one is.
    throw error instanceof LatchkeyError ? refused(error.details ?? error.message) : error
  }
  const hash = transactionId(signed)
  if (hash === undefined) throw refused('The wallet has not signed it')
  const isOwnHash = readTransfer(signed)?.blockhash === blockhash
  // A wallet may have put in a newer blockhash: that is good for so many blocks from now at most.
  const validUntil = isOwnHash ? lastValidBlockHeight : (await node.blockHeight('processed')) + blockhashLife + nodeLag
  return { hash, raw: toBase64(signed), validUntil, plan: writePlan({ slot }) }
}

/**
 * For wallets that only send what they sign: what they sent cannot be looked at before. The bytes that they get are checked, and what
 * becomes of the signature is followed.
 *
 * @throws LatchkeyError `send_failed`; what the wallet throws
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
