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

/** Maximum number of pending transactions. */
const underWayAtMost = 4
/**
 * Intervals in milliseconds: while nothing waits, for mined transactions that may still be replaced, for the executor's
 * balance, and after a lack of funds.
 */
const idle = 1_000
const settlingInterval = 4_000
const fundsInterval = 15_000
const unfundedPause = 5_000
const tidyInterval = 2_000
const forgetInterval = 3_600_000

/** State of one network's bundling. */
export type ChainBundlerStatus = {
  /** Whether this process has the lease. */
  isHolder: boolean
  /** The executor's balance in wei; undefined before the first read. */
  balance: bigint | undefined
  /** Whether a bundle waits for funds of the executor. */
  isUnfunded: boolean
}

/** Bundles the operations of one network. */
export type ChainBundler = {
  /** Runs one round: checks bundles, makes new ones, and announces results. @returns milliseconds until the next */
  tick: () => Promise<number>
  /** Gives up the lease. */
  release: () => Promise<void>
  status: () => ChainBundlerStatus
}

/**
 * Creates the bundling of one network. It does nothing before `tick`.
 *
 * @param options.holder random ID of this process
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
  /** If nothing is pending, no requests are needed. */
  let underWay = true

  const lead = async (): Promise<boolean> => {
    const now = clock.now()
    if (isHolder && now < leasedUntil - (timing.lease * 2) / 3) return true
    const was = isHolder
    isHolder = await leases.take(database, { chainId, holder, duration: timing.lease, force: alone })
    leasedUntil = now + timing.lease
    if (isHolder && !was) {
      // The previous holder may have left pending transactions.
      underWay = true
      log.info({ chainId }, 'Took over bundling for the network')
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

  /** Does the work that is not needed with every operation. */
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
      // On a chain with one block per transaction, it is mined by now.
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
        // The state of pending transactions is unknown now.
        underWay = true
        if (!(error instanceof LeaseLost)) throw error
        isHolder = false
        log.info({ chainId }, 'Lost bundling for the network to another process')
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
