import { LeaseLost } from '../../platform/db/createLeases.ts'
import type { Settlement } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { forgetEnded } from '../store/forgetEnded.ts'
import { leases } from '../store/leases.ts'
import { countWaiting } from '../store/operationStore.ts'
import { announceEnds } from './announceEnds.ts'
import { dropExpired } from './dropExpired.ts'
import { makeBundle } from './makeBundle.ts'
import { type Watch, watchBundles } from './watchBundles.ts'

/** Transactions under way at a time. */
const underWayAtMost = 4
/** Milliseconds between looks while nothing waits, at mined transactions that may still be undone, and at the executor's money. */
const idle = 1_000
const settlingInterval = 4_000
const fundsInterval = 15_000
const unfundedPause = 5_000
const tidyInterval = 2_000
const forgetInterval = 3_600_000

/** How one network's bundling stands. */
export type ChainBundlerStatus = {
  /** Whether this process does it. */
  isHolder: boolean
  /** Wei that the executor has; undefined while it was not asked. */
  balance: bigint | undefined
  /** A bundle waits for the executor's money. */
  isUnfunded: boolean
}

/** Bundles for one network. */
export type ChainBundler = {
  /** One round: what became of bundles, new bundles, who must be told. @returns milliseconds until the next */
  tick: () => Promise<number>
  /** Lets another process have the network. */
  release: () => Promise<void>
  status: () => ChainBundlerStatus
}

/**
 * Creates the bundling of one network; nothing happens until `tick`.
 *
 * @param options.holder random for this process
 * @param options.alone no other process can have the network
 * @param options.signal ends a round between two bundles
 */
export function createChainBundler(
  scope: ChainScope,
  {
    holder,
    alone,
    listeners,
    signal,
  }: {
    holder: string
    alone: boolean
    listeners: ReadonlySet<(settlement: Settlement) => Promise<void> | void>
    signal: AbortSignal
  },
): ChainBundler {
  const { context, chainId, config, executor, metrics, node, timing } = scope
  const { clock, database, log } = context
  const watch: Watch = { gone: new Map(), asked: new Map(), refused: new Map() }
  const minimum = BigInt(config.minimumExecutorBalance)
  let leasedUntil = 0
  let isHolder = false
  let balance: bigint | undefined
  let fundsAt = 0
  let settledAt = 0
  let tidiedAt = 0
  let forgottenAt = 0
  let isAlarmed = false
  let isUnfunded = false
  /** Where nothing is known to be under way, nothing is asked. */
  let underWay = true

  const lead = async (): Promise<boolean> => {
    const now = clock.now()
    if (isHolder && now < leasedUntil - (timing.lease * 2) / 3) return true
    const was = isHolder
    isHolder = await leases.take(database, { chainId, holder, duration: timing.lease, force: alone })
    leasedUntil = now + timing.lease
    if (isHolder && !was) {
      // What another process left is unknown here.
      underWay = true
      log.info({ chainId }, 'This process bundles for the network')
    }
    return isHolder
  }

  const lookAtFunds = async () => {
    const now = clock.now()
    if (now - fundsAt < fundsInterval && !isUnfunded) return
    fundsAt = now
    balance = await node.balance(executor.address)
    metrics.executorBalance.set({ chain: chainId }, Number(balance) / 1e18)
    metrics.executorFunded.set({ chain: chainId }, balance >= minimum ? 1 : 0)
    const isLow = balance < minimum
    if (isLow && !isAlarmed) {
      log.error(
        { chainId, executor: executor.address, balance: balance.toString(), minimum: minimum.toString() },
        'The account that sends operations runs out of funds; send it some of the network’s coin',
      )
    }
    if (!isLow && isAlarmed)
      log.info({ chainId, executor: executor.address }, 'The account that sends operations is funded again')
    isAlarmed = isLow
  }

  const look = async (force: boolean): Promise<number> => {
    const now = clock.now()
    if (!force && !underWay && now - settledAt < settlingInterval) return 0
    settledAt = now
    const seen = await watchBundles(scope, { watch, holder })
    underWay = seen.underWay > 0
    metrics.underWay.set({ chain: chainId }, seen.underWay)
    return seen.underWay
  }

  /** What need not be done with every operation. */
  const tidy = async () => {
    const now = clock.now()
    if (now - tidiedAt < tidyInterval) return
    tidiedAt = now
    await dropExpired(scope)
    if (now - forgottenAt >= forgetInterval) {
      forgottenAt = now
      await forgetEnded(database, { chainId, now })
    }
    metrics.waiting.set({ chain: chainId }, await countWaiting(database, { chainId }))
  }

  const run = async (): Promise<number> => {
    if (!(await lead())) return timing.lease / 3
    await lookAtFunds()
    let flying = await look(false)
    await tidy()
    let wait = idle
    while (flying < underWayAtMost && !signal.aborted) {
      const made = await makeBundle(scope, { holder })
      if (made.kind === 'unfunded') {
        wait = unfundedPause
        if (!isUnfunded) {
          const needed = made.needed.toString()
          log.error(
            { chainId, executor: executor.address, needed },
            'Operations wait: the account that sends them cannot pay for a bundle',
          )
        }
        isUnfunded = true
        break
      }
      isUnfunded = false
      if (made.kind === 'nothing') {
        wait = Math.min(wait, made.wait ?? idle)
        break
      }
      // Where a block is made for each transaction, it is mined by now.
      flying = await look(true)
    }
    await announceEnds(scope, listeners)
    return flying > 0 ? Math.min(wait, timing.watch) : wait
  }

  return {
    tick: async () => {
      try {
        return await run()
      } catch (error) {
        // What was under way is unknown now.
        underWay = true
        if (!(error instanceof LeaseLost)) throw error
        isHolder = false
        log.info({ chainId }, 'Another process bundles for the network')
        return timing.lease / 3
      }
    },
    release: async () => {
      if (isHolder) await leases.drop(database, { chainId, holder })
      isHolder = false
    },
    status: () => ({ isHolder, balance, isUnfunded }),
  }
}
