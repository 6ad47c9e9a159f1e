import { parseChainId } from '@latchkey/protocol'
import { isErrorCode, isRetryable } from '@latchkey/protocol/errors'
import { encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Ledger } from './createLedger.ts'
import { type WalletApi, WalletApiError } from './createWalletApi.ts'
import { endSubscription } from './endSubscription.ts'
import type { Plan } from './Plan.ts'
import type { Payment, Subscription } from './Subscription.ts'

/** Makes the payments that are due. */
export type Billing = {
  /** Processes every subscription once. Two runs never overlap. */
  run: () => Promise<void>
}

/** Permanent refusals. */
const endings: Partial<Record<string, 'revoked' | 'expired'>> = {
  session_revoked: 'revoked',
  session_unknown: 'revoked',
  session_expired: 'expired',
}

/** Seconds after which a refused payment is retried. */
const pause = 5

/** Returns the reason of a failed payment. @param words reason from the network or the server; undefined without one */
const refusedBecause = (words: string | undefined) =>
  words ? `the network refused it: ${words}` : 'the network refused it'

/** Makes the billing. */
export function createBilling({
  plan,
  ledger,
  wallet,
  key,
  now,
}: {
  plan: Plan
  ledger: Ledger
  wallet: WalletApi
  /** The session key of the readers' permissions. */
  key: PrivateKeyAccount
  /** Unix seconds. */
  now: () => number
}): Billing {
  /** Stores the state of one period's payment. The others stay unchanged. */
  const note = (account: string, payment: Payment): void => {
    const subscription = ledger.find(account)
    if (!subscription) return
    const others = subscription.payments.filter(({ period }) => period !== payment.period)
    ledger.put({ ...subscription, payments: [...others, payment] })
  }

  const prepare = async (
    { account, context }: Subscription,
    when: Pick<Payment, 'period' | 'dueAt'>,
  ): Promise<void> => {
    const { chainId, token, merchant, price } = plan
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [merchant, price] })
    const prepared = await wallet.prepareCalls({
      from: account,
      chainId: numberToHex(BigInt(parseChainId(chainId).reference)),
      calls: [{ to: token.address, data }],
      capabilities: { permissions: { context } },
    })
    const signature = await key.sign({ hash: prepared.signatureRequest.hash })
    const calls = { preparedCalls: prepared.preparedCalls, signature, context }
    note(account, { ...when, status: 'signed', id: prepared.signatureRequest.hash, calls })
  }

  /**
   * Sends the signed bytes. After its period, the payment would count for the next one. So from then on it is only followed, if the server
   * accepted it before and the answer was lost.
   */
  const send = async ({ account, startsAt }: Subscription, open: Payment & { status: 'signed' }): Promise<void> => {
    const { period, dueAt, id, calls } = open
    if (period === periodAt({ startsAt, plan, now: now() })) {
      const sent = await wallet.sendPreparedCalls(calls)
      return note(account, { period, dueAt, status: 'sent', id: sent.id })
    }
    const isTaken = await wallet.getCallsStatus(id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof WalletApiError && error.code === 'calls_unknown') return false
        throw error
      },
    )
    note(account, { period, dueAt, ...(isTaken ? { status: 'sent', id } : { status: 'skipped' }) })
  }

  /** Makes one step towards a paid period. */
  const step = async (subscription: Subscription): Promise<boolean> => {
    const { account, payments } = subscription
    const sent = payments.find(({ status }) => status === 'sent')
    if (sent?.status === 'sent') {
      const { status, receipts, capabilities } = await wallet.getCallsStatus(sent.id)
      const { period, dueAt, id } = sent
      const hash = receipts?.at(-1)?.transactionHash
      if (status === 200 && hash) note(account, { period, dueAt, status: 'paid', id, transactionHash: hash })
      else if (status >= 400) {
        note(account, {
          period,
          dueAt,
          status: 'refused',
          reason: refusedBecause(capabilities?.reason),
          refusedAt: now(),
        })
      }
      return false
    }
    if (subscription.ended) return false
    const signed = payments.find(({ status }) => status === 'signed')
    if (signed?.status === 'signed') {
      await send(subscription, signed)
      return true
    }
    if (now() >= subscription.endsAt) {
      ledger.put(endSubscription(subscription, 'expired'))
      return false
    }
    const when = findDue({ subscription, plan, now: now() })
    if (!when) return false
    await prepare(subscription, when)
    return true
  }

  const settle = async (account: string): Promise<void> => {
    for (;;) {
      const subscription = ledger.find(account)
      if (!subscription) return
      try {
        if (!(await step(subscription))) return
      } catch (error) {
        if (!(error instanceof WalletApiError)) throw error
        await refuse(subscription, error)
        return
      }
    }
  }

  /** Replaces the server's error with a clearer reason if the reader can solve it. */
  const reasonOf = async ({ account }: Subscription, { code, message }: WalletApiError): Promise<string> => {
    if (code !== 'operation_refused') return message
    const { chainId, token, price } = plan
    const held = await wallet.balanceOf({ chainId, token: token.address, account })
    return held < price ? `not enough ${token.symbol}` : refusedBecause(message)
  }

  const refuse = async (subscription: Subscription, error: WalletApiError): Promise<void> => {
    const { account, payments } = subscription
    const { code } = error
    const ended = endings[code]
    // The reader has ended it, so the payment did not fail.
    if (ended) return ledger.put(endSubscription(subscription, ended))
    const open = payments.find(({ status }) => status === 'signed')
    const when = open ?? findDue({ subscription, plan, now: now() })
    if (!when) return
    const { period, dueAt } = when
    if (code === 'session_period_ending') return note(account, { period, dueAt, status: 'skipped' })
    // A temporary refusal: keep the signed bytes, and send them in the next run.
    if (isErrorCode(code) && isRetryable(code)) return
    note(account, { period, dueAt, status: 'refused', reason: await reasonOf(subscription, error), refusedAt: now() })
  }

  let running: Promise<void> | undefined
  const runOnce = async (): Promise<void> => {
    for (const { account } of ledger.all()) {
      // No answer: the next run tries again from the ledger.
      await settle(account).catch((error: unknown) => {
        if (!(error instanceof TypeError || error instanceof DOMException)) throw error
      })
    }
  }
  return {
    run: () => {
      running ??= runOnce().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

/** Finds the current period if it has no payment yet. Missed periods are free, so that a reader never pays for two at once. */
function findDue({
  subscription: { startsAt, payments },
  plan: { period, periods },
  now,
}: {
  subscription: Subscription
  plan: Plan
  now: number
}): Pick<Payment, 'period' | 'dueAt'> | undefined {
  const current = periodAt({ startsAt, plan: { period }, now })
  if (current < 0 || current >= periods) return undefined
  const known = payments.find((one) => one.period === current)
  if (known && (known.status !== 'refused' || now < known.refusedAt + pause)) return undefined
  return { period: current, dueAt: startsAt + current * period }
}

/** Returns the number of the current period, from 0; negative before the first one. */
function periodAt({
  startsAt,
  plan: { period },
  now,
}: Pick<Subscription, 'startsAt'> & { plan: Pick<Plan, 'period'>; now: number }): number {
  return Math.floor((now - startsAt) / period)
}
