import { parseChainId } from '@latchkey/protocol'
import { isErrorCode, isRetryable } from '@latchkey/protocol/errors'
import { encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Ledger } from './createLedger.ts'
import { type WalletApi, WalletApiError } from './createWalletApi.ts'
import type { Plan } from './Plan.ts'
import type { Payment, Subscription } from './Subscription.ts'

/** Takes the payments that are due. */
export type Billing = {
  /** One look at every subscription. Two looks never overlap. */
  run: () => Promise<void>
}

/** Refusals that no later try changes. */
const endings: Partial<Record<string, 'revoked' | 'expired'>> = {
  session_revoked: 'revoked',
  session_unknown: 'revoked',
  session_expired: 'expired',
}

/** Why a payment failed where the network's own words say nothing to a reader. */
const refused = 'the network refused it'

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
  /** The key that the readers' sessions allow. */
  key: PrivateKeyAccount
  /** Unix seconds. */
  now: () => number
}): Billing {
  /** Writes down what became of the payment for a period; the others stay as they are. */
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
    note(account, { ...when, status: 'signed', calls })
  }

  /** One step towards a paid period. */
  const step = async (subscription: Subscription): Promise<boolean> => {
    const { account, payments } = subscription
    const open = payments.find(({ status }) => status === 'signed' || status === 'sent')
    if (open?.status === 'signed') {
      const { id } = await wallet.sendPreparedCalls(open.calls)
      note(account, { period: open.period, dueAt: open.dueAt, status: 'sent', id })
      return true
    }
    if (open?.status === 'sent') {
      const { status, receipts } = await wallet.getCallsStatus(open.id)
      const { period, dueAt, id } = open
      const hash = receipts?.at(-1)?.transactionHash
      if (status === 200 && hash) note(account, { period, dueAt, status: 'paid', id, transactionHash: hash })
      else if (status >= 400) note(account, { period, dueAt, status: 'refused', reason: refused })
      return false
    }
    if (now() >= subscription.endsAt) {
      ledger.put({ ...subscription, ended: 'expired' })
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
      if (!subscription || subscription.ended) return
      try {
        if (!(await step(subscription))) return
      } catch (error) {
        if (!(error instanceof WalletApiError)) throw error
        await refuse(subscription, error)
        return
      }
    }
  }

  /** What a reader can do something about is said in the paper's own words. */
  const reasonOf = async ({ account }: Subscription, { code, message }: WalletApiError): Promise<string> => {
    if (code !== 'operation_refused') return message
    const { chainId, token, price } = plan
    const held = await wallet.balanceOf({ chainId, token: token.address, account })
    return held < price ? `not enough ${token.symbol}` : refused
  }

  const refuse = async (subscription: Subscription, error: WalletApiError): Promise<void> => {
    const { code } = error
    const ended = endings[code]
    // Said of the moment, not of the payment: what is signed stays signed, and the next look sends it.
    if (!ended && isErrorCode(code) && isRetryable(code)) return
    if (ended) ledger.put({ ...subscription, ended })
    const { payments } = subscription
    const open = payments.find(({ status }) => status === 'signed')
    const when = open ?? findDue({ subscription, plan, now: now() })
    if (!when) return
    const reason = await reasonOf(subscription, error)
    note(subscription.account, { period: when.period, dueAt: when.dueAt, status: 'refused', reason })
  }

  let running: Promise<void> | undefined
  const runOnce = async (): Promise<void> => {
    for (const { account } of ledger.all()) {
      // Nobody answers: the next look asks again, with what stands in the ledger.
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

/** The period that runs, when nothing was paid for it yet. Periods that went by are a gift: nobody is charged for two at once. */
function findDue({
  subscription: { startsAt, payments },
  plan: { period, periods },
  now,
}: {
  subscription: Subscription
  plan: Plan
  now: number
}): Pick<Payment, 'period' | 'dueAt'> | undefined {
  const current = Math.floor((now - startsAt) / period)
  if (current < 0 || current >= periods) return undefined
  const known = payments.find((one) => one.period === current)
  if (known && known.status !== 'refused') return undefined
  return { period: current, dueAt: startsAt + current * period }
}
