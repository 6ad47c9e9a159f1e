import type { AccountId } from '@latchkey/protocol'
import { createChainLoop } from '../platform/createChainLoop.ts'
import { LeaseLost } from '../platform/db/createLeases.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { ChainPayer, PayerScope } from './ChainPayer.ts'
import { leases } from './store/leases.ts'
import { sumOwed } from './store/payoutStore.ts'

/** Milliseconds between reads of the account's balances, by the process that pays. */
const fundsInterval = 15_000
/** Number of additional payouts whose network costs are reserved. */
const spare = 10n

/** Balances and debts of the account, base units. */
type Funds = { balances: Map<AccountId, bigint>; owed: Map<AccountId, bigint>; payouts: number; cost: bigint }

/** The treasury on one network. */
export type ChainTreasury = {
  account: string
  readFree: (asset: AccountId) => Promise<bigint>
  estimateCost: (asset: AccountId) => Promise<bigint>
  run: () => Promise<void>
  wake: () => void
  check: HealthCheck
}

/**
 * Adds the parts that all networks share to a payer: the lease, the rounds, and the available balance.
 *
 * @param options.assets for sale on the network
 * @param options.holder random ID of this process
 * @param options.alone no other process can have the network
 * @param options.createPayer creates the payer from its scope
 */
export function createChainTreasury({
  scope,
  assets,
  holder,
  alone,
  createPayer,
}: {
  scope: Omit<PayerScope, 'write'>
  assets: readonly AccountId[]
  holder: string
  alone: boolean
  createPayer: (scope: PayerScope) => ChainPayer
}): ChainTreasury {
  const { chainId, metrics, timing, signal } = scope
  const { database, log, clock } = scope.context
  const payer = createPayer({
    ...scope,
    write: (work) =>
      database.transaction(async (tx) => {
        await leases.require(tx, { chainId, holder })
        return work(tx)
      }),
  })
  const { account, native, minimumBalance } = payer
  let isHolder = false
  let leasedUntil = 0
  let fundsAt = Number.NEGATIVE_INFINITY
  let told: string | undefined

  const lead = async (): Promise<boolean> => {
    const now = clock.now()
    if (isHolder && now < leasedUntil - (timing.lease * 2) / 3) return true
    const was = isHolder
    isHolder = await leases.take(database, { chainId, holder, duration: timing.lease, force: alone })
    leasedUntil = now + timing.lease
    if (isHolder && !was) log.info({ chainId, account }, 'This process pays out on the network')
    return isHolder
  }

  /** Read the debts before the balances. A payout in between then counts twice, instead of not at all. */
  const readFunds = async (wanted: readonly AccountId[]): Promise<Funds> => {
    const { amounts, payouts } = await sumOwed(database, { chainId })
    const all = [...new Set([native, ...wanted])]
    const [balances, costs] = await Promise.all([
      Promise.all(all.map(async (asset) => [asset, await payer.readBalance(asset)] as const)),
      Promise.all(wanted.map((asset) => payer.estimateCost(asset))),
    ])
    const cost = costs.reduce((most, each) => (each > most ? each : most), 0n)
    return { balances: new Map(balances), owed: amounts, payouts, cost }
  }

  /** Describes the account's missing funds in a sentence. */
  const findShortage = ({ balances, owed, payouts, cost }: Funds): string | undefined => {
    for (const [asset, amount] of owed) {
      const balance = balances.get(asset)
      if (asset !== native && balance !== undefined && balance < amount)
        return `owes ${amount} of ${asset} and has ${balance}`
    }
    const needed = (owed.get(native) ?? 0n) + minimumBalance + cost * (BigInt(payouts) + spare)
    const balance = balances.get(native) ?? 0n
    return balance < needed ? `has ${balance} of the network’s coin; ${needed} at least are needed` : undefined
  }

  const lookAtFunds = async (): Promise<void> => {
    const now = clock.now()
    if (now - fundsAt < fundsInterval) return
    fundsAt = now
    const funds = await readFunds(assets)
    for (const [asset, balance] of funds.balances) metrics.balance.set({ chain: chainId, asset }, Number(balance))
    metrics.open.set({ chain: chainId }, funds.payouts)
    const shortage = findShortage(funds)
    metrics.funded.set({ chain: chainId }, shortage === undefined ? 1 : 0)
    if (shortage !== undefined && told === undefined) {
      log.error({ chainId, account, shortage }, 'The treasury’s account runs low: send it the missing amount')
    }
    if (shortage === undefined && told !== undefined) log.info({ chainId, account }, 'Treasury account is funded again')
    told = shortage
  }

  const loop = createChainLoop({
    chainId,
    work: 'Paying out',
    signal,
    log,
    tick: async () => {
      if (!(await lead())) return timing.lease / 3
      try {
        await lookAtFunds().catch((error: unknown) => {
          // One unreadable asset does not stop the others.
          log.warn({ chainId, err: error }, 'Reading treasury balances failed')
        })
        return await payer.tick()
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error
        isHolder = false
        log.info({ chainId }, 'Another process pays out on the network')
        return timing.lease / 3
      }
    },
    release: async () => {
      if (isHolder) await leases.drop(database, { chainId, holder })
      isHolder = false
    },
  })

  return {
    account,
    estimateCost: payer.estimateCost,
    readFree: async (asset) => {
      const { balances, owed, payouts, cost } = await readFunds([asset])
      const coin = (balances.get(native) ?? 0n) - (owed.get(native) ?? 0n) - minimumBalance
      const costs = BigInt(payouts)
      const free =
        asset === native
          ? coin - cost * (costs + spare)
          : // If the network cost cannot be paid, nothing can be promised.
            coin < cost * (costs + 1n)
            ? 0n
            : (balances.get(asset) ?? 0n) - (owed.get(asset) ?? 0n)
      return free > 0n ? free : 0n
    },
    run: loop.run,
    wake: loop.wake,
    check: {
      name: `treasury ${chainId}`,
      check: async () => {
        const shortage = findShortage(await readFunds(assets))
        if (shortage !== undefined) throw new Error(`The treasury’s account, ${account}, ${shortage}`)
        const problem = payer.problem()
        if (problem !== undefined) throw new Error(problem)
      },
    },
  }
}
