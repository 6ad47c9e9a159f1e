import { formatUnits } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { buildTransfer, type ComputeBudget, priorityFeeOf, readTransaction } from '@latchkey/solana'
import type { Subject } from '../../account/readSubject.ts'
import type { Network } from '../../chains/Network.ts'
import type { SolanaNode } from '../../chains/solana/createSolanaNode.ts'
import { nameError, readFailure } from '../../chains/solana/readFailure.ts'
import { lackingCost } from '../../transactions/lackingCost.ts'
import type { BarePreview } from '../SendFamily.ts'
import type { SendForm, SendIssue, SendPreview } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'
import { worth } from '../worth.ts'
import { checkSolanaForm } from './checkSolanaForm.ts'
import { planSolanaSend, type SolanaPlan } from './planSolanaSend.ts'

/** Lamports per signature. Source: solana-fee-structure. */
export const signatureFee = 5_000n
/**
 * Compute units that a payment of SOL may use. It uses 450 (150 per instruction). The limit is fixed, so that the fee is known to the
 * lamport and an account can be emptied.
 */
export const nativeUnits = 1_000
/** Limit of compute units during the measurement of a token payment. */
const probeUnits = 400_000

/**
 * Turns a form into a preview: check → read the network → build → read back → simulate. The checks use amounts from the network. Balances
 * and prices in usd are only for display.
 *
 * @returns the preview, or the issues of the form
 * @throws ServiceError `simulation_failed`, `token_refuses_transfer`; LatchkeyError `send_failed`; the errors of the gateway client
 */
export async function prepareSolanaSend({
  form,
  subject: { network, address: from },
  node,
  nativeRow,
}: {
  form: SendForm
  subject: Subject
  node: SolanaNode
  /** Balance row of SOL, for its price. */
  nativeRow: Balance | undefined
}): Promise<{ preview: BarePreview & Pick<SendPreview, 'receiverNotice'> } | { issues: readonly SendIssue[] }> {
  const result = checkSolanaForm({ form, network })
  if ('issues' in result) return result
  const { token, decimals } = result.checked
  const planned = await planSolanaSend({ node, from, checked: result.checked, speed: form.speed })
  if ('issues' in planned) return planned
  const { plan } = planned
  const tooPoor = checkCost({ plan, fee: signatureFee, network })
  if (tooPoor && tooPoor.code === 'insufficient_gas') return { issues: [tooPoor] }

  const { transfer, rent, unitPrice, owned } = plan
  const { blockhash } = await node.blockhash()
  const limit = transfer.token ? await measure({ node, plan, blockhash }) : nativeUnits
  if (typeof limit !== 'number') return { issues: [limit] }
  const budget: ComputeBudget = { unitLimit: limit, unitPrice }
  const transaction = buildTransfer({ transfer, blockhash, budget })
  const asked = await node.feeOf(readTransaction(transaction).messageBytes)
  const fee = asked ?? signatureFee + priorityFeeOf(budget)
  const issue = checkCost({ plan, fee, network })
  if (issue) return { issues: [issue] }
  const refused = await simulate({ node, transaction })
  if ('issue' in refused) return { issues: [refused.issue] }

  const { amount, receiver, token: moved } = transfer
  const amountText = formatUnits(amount, decimals)
  const networkCostText = formatUnits(fee + rent, network.nativeCurrency.decimals)
  return {
    preview: {
      chainId: network.caipNetworkId,
      ...{ from, receiver, token, amount, amountText },
      receiverNotice: plan.notice,
      value: worth(amountText, token.price),
      remainingText: formatUnits(moved ? owned - amount : owned - amount - fee, decimals),
      transaction: {
        namespace: 'solana',
        mint: moved?.mint,
        tokenProgram: moved?.program,
        source: moved?.source,
        destination: moved?.destination,
        createsAccount: moved?.createsDestination ?? false,
        transferFee: moved?.fee,
        computeUnitLimit: limit,
        computeUnitPrice: unitPrice,
        ...{ rent, fee },
      },
      speed: form.speed,
      networkCostText,
      networkCostValue: worth(networkCostText, nativeRow?.price ?? null),
      nativeSymbol: network.nativeCurrency.symbol,
      transferFeeText: moved?.fee ? formatUnits(moved.fee, decimals) : null,
      transferFeeChecked: true,
    },
  }
}

/** Returns an issue if the SOL does not cover the cost, or the rest is below the account's minimum. */
function checkCost({
  plan: { transfer, balance, rent, accountMinimum },
  fee,
  network,
}: {
  plan: SolanaPlan
  /** Lamports. */
  fee: bigint
  network: Network
}): SendIssue | undefined {
  const isOwn = transfer.receiver === transfer.from
  const sent = transfer.token ? 0n : transfer.amount
  const left = balance - (isOwn ? 0n : sent) - rent - fee
  if (sent + rent + fee > balance)
    return {
      field: 'sendTokenAmount',
      ...lackingCost({ cost: fee + rent, left: balance - sent, isNative: !transfer.token, network }),
    }
  if (left === 0n || left >= accountMinimum) return undefined
  const least = formatUnits(accountMinimum, 9)
  const message = transfer.token
    ? `Keep ${least} SOL in your account, in addition to the network cost`
    : `Keep ${least} SOL in your account, or send all of it`
  return toIssue('sendTokenAmount', 'account_minimum', message)
}

/** Returns the compute unit limit of a token payment: 1.2 times the measured units. */
async function measure({
  node,
  plan: { transfer },
  blockhash,
}: {
  node: SolanaNode
  plan: SolanaPlan
  blockhash: string
}): Promise<number | SendIssue> {
  const budget = { unitLimit: probeUnits, unitPrice: undefined }
  const result = await simulate({ node, transaction: buildTransfer({ transfer, blockhash, budget }) })
  if ('issue' in result) return result.issue
  return Math.min(probeUnits, Math.ceil(result.units * 1.2) + 500)
}

/** @throws ServiceError `simulation_failed` with the program's message, for errors that no form field can fix */
async function simulate({
  node,
  transaction,
}: {
  node: SolanaNode
  transaction: Uint8Array
}): Promise<{ units: number } | { issue: SendIssue }> {
  const { error, logs, unitsConsumed } = await node.simulate(transaction)
  if (error === undefined) return { units: unitsConsumed ?? probeUnits }
  const name = nameError(error)
  if (/^InsufficientFundsForRent/.test(name)) return { issue: toIssue('sendTokenAmount', 'account_minimum') }
  if (/^(InsufficientFundsForFee|AccountNotFound)/.test(name))
    return { issue: toIssue('sendTokenAmount', 'insufficient_gas') }
  throw new ServiceError('simulation_failed', { details: readFailure({ error, logs }) })
}
