import { formatUnits } from '@latchkey/protocol'
import { type Transfer, transferFeeOf } from '@latchkey/solana'
import type { SolanaNode } from '../../chains/solana/createSolanaNode.ts'
import type { ReceiverNotice, SendIssue, SendSpeed } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'
import type { CheckedSolanaForm } from './checkSolanaForm.ts'
import { placeReceiver } from './placeReceiver.ts'
import { readPriorityPrices } from './readPriorityPrices.ts'
import { chooseSource, readReceiverSide, readSenderSide, refuses } from './readTokenSide.ts'

/** A payment that the network allows, before its cost is known. */
export type SolanaPlan = {
  transfer: Transfer & { receiver: string }
  notice: ReceiverNotice | undefined
  /** The account's SOL in lamports. */
  balance: bigint
  /** The account's balance of the sent token, in base units. */
  owned: bigint
  /** Rent of the receiver's new token account, in lamports. */
  rent: bigint
  /** Smallest balance of an account without data, in lamports. */
  accountMinimum: bigint
  /** Micro-lamports per compute unit. */
  unitPrice: bigint
}

/**
 * Reads the network for a payment: the sender's balances, the receiver's account, and the priority fees.
 *
 * @returns the plan, or the issues of the form
 * @throws ServiceError `simulation_failed`, `token_refuses_transfer`; the errors of the node's client
 */
export async function planSolanaSend({
  node,
  from,
  checked,
  speed,
}: {
  node: SolanaNode
  from: string
  checked: CheckedSolanaForm
  speed: SendSpeed
}): Promise<{ plan: SolanaPlan } | { issues: readonly SendIssue[] }> {
  const { mint, decimals, receiver, amount } = checked
  const [[payer, account], side, accountMinimum, epoch] = await Promise.all([
    node.accounts([from, receiver]),
    mint === undefined ? undefined : readSenderSide({ node, owner: from, mint, decimals }),
    node.rentOf(0),
    mint === undefined ? 0n : node.epoch(),
  ])
  const place = placeReceiver({ receiver, account, mint })
  if ('refused' in place) return { issues: [toIssue('receiverAddress', 'invalid_receiver', place.refused)] }
  const balance = payer?.lamports ?? 0n
  const common = { notice: place.notice, balance, accountMinimum }
  const refuseAmount = (message?: string) => ({ issues: [toIssue('sendTokenAmount', 'insufficient_balance', message)] })

  if (!side || mint === undefined) {
    if (amount > balance) return refuseAmount()
    const arrives = amount + (account?.lamports ?? 0n)
    if (arrives < accountMinimum && receiver !== from) {
      const least = formatUnits(accountMinimum, 9)
      const message = `The receiver has no account on the network yet: the first payment must be ${least} SOL or more`
      return { issues: [toIssue('sendTokenAmount', 'receiver_minimum', message)] }
    }
    const prices = await readPriorityPrices({ node, accounts: [from, receiver] })
    const transfer = { from, receiver, amount, token: undefined }
    return { plan: { ...common, transfer, owned: balance, rent: 0n, unitPrice: prices[speed] } }
  }

  if (amount > side.total && side.isPartlyFrozen) throw refuses('The issuer of this token has frozen your account')
  if (amount > side.total) return refuseAmount()
  const source = await chooseSource({ side, owner: from, address: mint, amount })
  if (!source) {
    const most = formatUnits(side.sources[0]?.amount ?? 0n, decimals)
    return refuseAmount(`Your tokens lie in several accounts: ${most} at most can be sent at once`)
  }
  const { mint: token } = side
  const there = await readReceiverSide({
    ...{ node, receiver, address: mint, mint: token },
    tokenAccount: place.tokenAccount,
  })
  const prices = await readPriorityPrices({ node, accounts: [from, source.address, there.destination] })
  const { transferFee } = token.extensions
  const transfer = {
    from,
    receiver,
    amount,
    token: {
      ...{ mint, decimals, program: token.program, source: source.address, destination: there.destination },
      createsDestination: there.createsAccount,
      fee: transferFee && transferFeeOf({ amount, fee: transferFee, epoch }),
    },
  }
  return { plan: { ...common, transfer, owned: side.total, rent: there.rent, unitPrice: prices[speed] } }
}
