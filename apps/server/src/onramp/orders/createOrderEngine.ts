import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../../platform/context.ts'
import type { Treasury } from '../../treasury/Treasury.ts'
import type { OnrampProvider, ProviderPayment } from '../providers/OnrampProvider.ts'
import type { OrderChanges } from './createOrderChanges.ts'
import { lookAgain } from './lookAgain.ts'
import { applyPayment, applyPayout, giveUp } from './nextState.ts'
import { forgetOld, type OrderRow, readOrder, schedule, takeDue } from './orderStore.ts'
import { toProviderOrder } from './toProviderOrder.ts'

/** Steps from the payment to the delivery or refund. A process may die at each of them. */
export const orderSteps = [
  'payment read',
  'payment written',
  'owing',
  'owed',
  'payout read',
  'payout written',
  'refund asked',
  'refund made',
  'refund written',
] as const

/** One step from the payment to the delivery or refund. */
export type OrderStep = (typeof orderSteps)[number]

/** Moves orders from payment to delivery or refund. */
export type OrderEngine = {
  /** Checks orders now, in parallel to the running work. */
  wake: (ids: readonly string[]) => void
  /** Cancels an unpaid order. @throws LatchkeyError `onramp_order_closed`, `onramp_provider_unavailable` */
  cancel: (row: OrderRow) => Promise<OrderRow>
  start: () => void
  stop: () => Promise<void>
}

/** All in milliseconds. */
export type EngineTiming = {
  /** Between two queries for due orders. */
  interval: number
  /** Between two checks of one order, at least. */
  shortest: number
  /** After this time, another process takes over the orders of a process that died. */
  lease: number
}

const batch = 20
const day = 24 * 60 * 60 * 1000
const forgetInterval = 10 * 60 * 1000
/** Milliseconds after which a pending refund is logged as an error. */
const alarmAfter = 10 * 60 * 1000

/**
 * Creates the order engine. It reads the payment from the provider and the payout from the treasury, and writes the resulting
 * state. All processes run it in parallel. If two of them check the same order, each change happens under its lock. Every
 * request to a provider or the treasury may be sent twice.
 *
 * @param options.onStep called at each step; for tests
 */
export function createOrderEngine({
  context: { clock, database, log },
  providers,
  treasury,
  giveUpAfter,
  changes,
  timing,
  onStep = () => {},
}: {
  context: Pick<Context, 'clock' | 'database' | 'log'>
  providers: ReadonlyMap<string, OnrampProvider>
  treasury: Treasury | undefined
  giveUpAfter: number
  changes: OrderChanges
  timing: EngineTiming
  onStep?: ((step: OrderStep) => void | Promise<void>) | undefined
}): OrderEngine {
  /** Running checks, and whether each must run again. `hint` (a provider's message) outranks `look` (a timer). */
  const running = new Map<string, { again: 'no' | 'look' | 'hint' }>()
  const looks = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let forgotten = 0
  let stopListening = () => {}

  const writePayment = (id: string, payment: ProviderPayment) =>
    changes.change(id, (row, terms) => applyPayment(row, payment, terms, new Date(clock.now())))

  const readPayment = async (row: OrderRow, provider: OnrampProvider): Promise<OrderRow> => {
    const order = toProviderOrder(row)
    let payment = await provider.readPayment(order)
    const isLate = row.state === 'created' && row.expiresAt.getTime() <= clock.now()
    if (isLate && (payment.state === 'waiting' || payment.state === 'declined')) {
      const { state } = payment
      payment = await provider.cancel(order)
      const ended = state === 'declined' ? 'declined' : 'expired'
      if (payment.ended === 'cancelled') payment = { ...payment, ended }
    }
    await onStep('payment read')
    const written = (await writePayment(row.id, payment)) ?? row
    await onStep('payment written')
    if (written.state !== 'paid' || provider.deliversItself) return written
    // Owe the payout only if the provider confirms the payment now: the bank may have reversed it since.
    return payment.state === 'paid' ? owe(written) : written
  }

  const owe = async (row: OrderRow): Promise<OrderRow> => {
    if (!treasury) return row
    const { id, asset, amount, address, isRehearsal } = row
    const owed = await changes.change(
      id,
      (now) => (now.state === 'paid' ? { ...now, state: 'delivering' } : now),
      async (tx) => {
        await treasury.owe(tx, { id, asset: asset.id, amount, receiver: address, isRehearsal })
        await onStep('owing')
      },
    )
    await onStep('owed')
    treasury.wake(row.chainId)
    return owed ?? row
  }

  /** @returns also whether the payout can no longer change */
  const readPayout = async (row: OrderRow): Promise<{ row: OrderRow; isSettled: boolean }> => {
    const payout = await treasury?.read(row.id)
    if (!payout) {
      log.error({ provider: row.provider }, 'Order is being delivered, but the treasury does not have its payout')
      return { row, isSettled: false }
    }
    await onStep('payout read')
    const written = await changes.change(row.id, (now) => applyPayout(now, payout, new Date(clock.now())))
    await onStep('payout written')
    return { row: written ?? row, isSettled: payout.state === 'final' || payout.state === 'failed' }
  }

  const refund = async (row: OrderRow, provider: OnrampProvider): Promise<OrderRow> => {
    const waits = clock.now() - row.updatedAt.getTime()
    if (waits > alarmAfter) {
      log.error(
        { provider: row.provider, reference: row.reference, reason: row.reason, minutes: Math.round(waits / 60_000) },
        'A payment waits to go back',
      )
    }
    await onStep('refund asked')
    const order = toProviderOrder(row)
    const payment = provider.deliversItself ? await provider.readPayment(order) : await provider.refund(order)
    await onStep('refund made')
    const written = await writePayment(row.id, payment)
    await onStep('refund written')
    return written ?? row
  }

  /** Whether the treasury pays the order, or has paid it in a block that may still be replaced. */
  const isWithTreasury = ({ state, lookAt }: OrderRow) =>
    state === 'delivering' || (state === 'delivered' && lookAt !== null)

  const isStuck = ({ state, paidAt }: OrderRow) =>
    state === 'paid' && paidAt !== null && clock.now() - paidAt.getTime() > giveUpAfter * 60_000

  /** Checks one order, and takes as many steps as possible. */
  const look = async (id: string, isHint: boolean) => {
    let row = await readOrder(database, id)
    if (!row) return
    const provider = providers.get(row.provider)
    let isAsked = false
    let isSettled = true
    const isOwed = () => row !== undefined && !provider?.deliversItself && isWithTreasury(row)
    const followPayout = async (owed: OrderRow) => {
      const read = await readPayout(owed)
      isSettled = read.isSettled
      return read.row
    }
    try {
      if (!provider) throw new Error(`The configuration no longer has the provider ${row.provider} any more`)
      if (isOwed()) row = await followPayout(row)
      // After the end of an order, only a message of the provider triggers a request.
      const isOpen = row.state === 'created' || row.state === 'paid' || row.state === 'delivering'
      if (isHint || (isOpen && !isOwed()) || (row.state === 'failed' && row.refund === 'none')) {
        isAsked = true
        row = await readPayment(row, provider)
      }
      if (isAsked && row.state === 'delivering' && isOwed()) row = await followPayout(row)
    } catch (error) {
      isSettled = false
      warn(error, row)
    }
    try {
      if (isStuck(row) && !provider?.deliversItself) row = (await changes.change(id, giveUp)) ?? row
      if (provider && row.refund === 'pending') row = await refund(row, provider)
    } catch (error) {
      warn(error, row)
    }
    const now = clock.now()
    const next = lookAgain(row, { now, shortest: timing.shortest, isSettled: isSettled || !isOwed() }) ?? null
    await schedule(database, { id, before: row.lookAt, next })
  }

  const warn = (error: unknown, { provider, state }: OrderRow) => {
    const what = error instanceof ServiceError ? { code: error.code } : { err: error }
    log.warn({ provider, state, ...what }, 'Order step failed, retrying')
  }

  const run = (id: string, isHint: boolean): Promise<void> => {
    const known = running.get(id)
    if (known) {
      if (isHint || known.again === 'no') known.again = isHint ? 'hint' : 'look'
      return Promise.resolve()
    }
    const entry: { again: 'no' | 'look' | 'hint' } = { again: isHint ? 'hint' : 'look' }
    running.set(id, entry)
    const all = (async () => {
      try {
        while (entry.again !== 'no' && !isOver) {
          const isHinted = entry.again === 'hint'
          entry.again = 'no'
          await look(id, isHinted)
        }
      } catch (error) {
        log.error({ err: error }, 'Checking an order failed')
      } finally {
        running.delete(id)
      }
    })()
    return track(all)
  }

  const turn = async () => {
    try {
      let taken = batch
      while (taken === batch && !isOver) {
        const ids = await takeDue(database, { now: clock.now(), lease: timing.lease, limit: batch })
        await Promise.all(ids.map((id) => run(id, false)))
        taken = ids.length
      }
      if (clock.now() - forgotten > forgetInterval) {
        forgotten = clock.now()
        await forgetOld(database, { before: new Date(clock.now() - day) })
      }
    } catch (error) {
      log.error({ err: error }, 'Reading due orders failed, retrying')
    }
    if (isOver) return
    timer = setTimeout(() => void track(turn()), timing.interval)
    timer.unref()
  }

  const track = (work: Promise<void>) => {
    looks.add(work)
    return work.finally(() => looks.delete(work))
  }

  return {
    wake: (ids) => {
      if (!isOver) for (const id of ids) void run(id, true)
    },
    cancel: async (row) => {
      const provider = providers.get(row.provider)
      if (row.state !== 'created') throw new ServiceError('onramp_order_closed')
      if (!provider) throw new ServiceError('onramp_provider_unavailable')
      const payment = await provider.cancel(toProviderOrder(row))
      const written = (await writePayment(row.id, payment)) ?? row
      void run(row.id, true)
      if (written.state === 'failed' && written.refund === 'none') return written
      throw new ServiceError('onramp_order_closed')
    },
    start: () => {
      if (timer || isOver) return
      stopListening = treasury?.onChange(({ id }) => void (isOver || run(id, false))) ?? stopListening
      void track(turn())
    },
    stop: async () => {
      isOver = true
      clearTimeout(timer)
      stopListening()
      await Promise.allSettled(looks)
    },
  }
}
