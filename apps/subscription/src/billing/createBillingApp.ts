import { Hono } from 'hono'
import type { PrivateKeyAccount } from 'viem/accounts'
import { z } from 'zod'
import { canRead } from './canRead.ts'
import { checkSession, type SessionIssue } from './checkSession.ts'
import type { Billing } from './createBilling.ts'
import type { Ledger } from './createLedger.ts'
import { endSubscription } from './endSubscription.ts'
import type { Plan } from './Plan.ts'
import type { Subscription } from './Subscription.ts'

const subscriptionSchema = z.strictObject({ account: z.string().regex(/^0x[0-9a-fA-F]{40}$/), pci: z.uuid() })

const sentences: Record<SessionIssue, string> = {
  unknown: 'The wallet server does not know this permission.',
  revoked: 'This permission has been ended.',
  expired: 'This permission has expired.',
  otherPlan: 'This permission does not match the plan.',
  otherKey: 'This permission is for another app.',
}

/** Makes the HTTP API of the newspaper. */
export function createBillingApp({
  plan,
  ledger,
  billing,
  key,
  apiUrl,
  projectId,
  now,
}: {
  plan: Plan
  ledger: Ledger
  billing: Billing
  key: PrivateKeyAccount
  apiUrl: string
  projectId: string
  now: () => number
}): Hono {
  const app = new Hono()
  app.get('/api/plan', (context) =>
    context.json({ ...plan, price: plan.price.toString(), publicKey: key.publicKey, apiUrl, projectId }),
  )
  app.get('/api/subscriptions/:account', (context) => {
    const subscription = ledger.find(context.req.param('account'))
    return context.json({ subscription: subscription ? show({ subscription, plan, now: now() }) : null })
  })
  app.post('/api/subscriptions', async (context) => {
    const body = subscriptionSchema.safeParse(await context.req.json().catch(() => undefined))
    if (!body.success) return context.json({ message: 'Name the account and the permission of the subscription' }, 422)
    const { account, pci } = body.data
    const known = ledger.find(account)
    const check = () => checkSession({ apiUrl, projectId, account, pci, plan, publicKey: key.publicKey, now: now() })
    if (known?.pci === pci && !known.ended) {
      // The reader's page reports a revoked permission this way.
      const checked = await check()
      if (checked === 'revoked' || checked === 'expired')
        ledger.put(endSubscription(ledger.find(account) ?? known, checked))
    }
    if (known?.pci !== pci) {
      const busy = { message: 'A payment is on its way. Try again in a moment.' }
      if (isPaying(known)) return context.json(busy, 409)
      const checked = await check()
      if (typeof checked === 'string') return context.json({ message: sentences[checked], code: checked }, 409)
      const { session, startsAt } = checked
      // During the check, another tab may have sent the same permission or another one. Its payments must stay.
      const current = ledger.find(account)
      if (current?.pci !== pci && isPaying(current)) return context.json(busy, 409)
      if (current?.pci !== pci)
        ledger.put({
          account: account.toLowerCase() as `0x${string}`,
          pci,
          context: session.context as `0x${string}`,
          startsAt,
          endsAt: session.expiry,
          ended: null,
          payments: [],
        })
    }
    await billing.run()
    const subscription = ledger.find(account)
    return context.json({ subscription: subscription ? show({ subscription, plan, now: now() }) : null })
  })
  app.onError((_error, context) => context.json({ message: 'The wallet server does not answer. Try again' }, 503))
  return app
}

/** Whether another subscription would replace a payment on its way, so that the reader could pay twice. */
function isPaying(known: Subscription | undefined): boolean {
  const isOpen = known?.payments.some(({ status }) => status === 'signed' || status === 'sent') ?? false
  return isOpen && known?.ended === null
}

/** Returns the public fields, which are already on the chain. Signed bytes and the permission's context stay on the server. */
function show({ subscription, plan, now }: { subscription: Subscription; plan: Plan; now: number }) {
  const { account, pci, startsAt, endsAt, ended, payments } = subscription
  return {
    ...{ account, pci, startsAt, endsAt, ended, canRead: canRead({ subscription, plan, now }) },
    payments: [...payments]
      .sort((left, right) => right.period - left.period)
      .map((payment) => ({
        period: payment.period,
        dueAt: payment.dueAt,
        status: payment.status,
        transactionHash: payment.status === 'paid' ? payment.transactionHash : null,
        reason: payment.status === 'refused' ? payment.reason : null,
      })),
  }
}
