import { ServiceError } from '@latchkey/protocol/errors'
import type { WorkSolution } from '@latchkey/protocol/wallet'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { DemandRefusal } from '../platform/http/errorReply.ts'
import { widerNetwork } from '../platform/http/widerNetwork.ts'
import { countedMailbox } from './countedMailbox.ts'
import type { Counters, Limit } from './createCounters.ts'
import { cooldownSeconds, createMailBudgets, type MailLimit, type MailRequest } from './createMailBudgets.ts'
import { createNetworkLimits, networkOf } from './createNetworkLimits.ts'
import { createWork, type WorkPurpose, workSeconds } from './createWork.ts'
import { normalizeEmail } from './emailAddress.ts'
import { createMailWatch } from './mailMetrics.ts'

const hour = 3600
const day = 24 * hour

export { cooldownSeconds }

/** Counts everything that could be used to guess codes or to flood a mailbox. */
export type LoginLimits = {
  /**
   * One mail more, within the budgets of {@link createMailBudgets}. Strangers may be asked for work.
   *
   * @param options.work what a refusal before asked for, of the device whose key is `starter`
   * @throws LatchkeyError `email_cooldown`, `rate_limited`; `work_required` with a challenge
   */
  sendMail: (options: MailRequest & { work?: WorkSolution | undefined }) => Promise<void>
  /** One code or link more from an address of the network: 100 per hour. @throws LatchkeyError `rate_limited` */
  tryCode: (options: { ip: string }) => Promise<void>
  /**
   * Counts a wrong code before it is known to be wrong, so that no two guesses share the last place: 20 per day.
   *
   * @param options.who an address for logins; for who is logged in, their device: neither strangers who guess at their address nor
   * somebody else who is logged in cost them anything
   * @returns takes it back when the code was right; undefined when there are no guesses left
   */
  reserveFailure: (options: {
    who: { email: string } | { deviceId: string }
  }) => Promise<{ undo: () => Promise<void> } | undefined>
  /** Whether the address had so many wrong codes today that only a link helps. */
  isLinkOnly: (options: { email: string }) => Promise<boolean>
  /** 60 per hour. @throws LatchkeyError `rate_limited` */
  refresh: (options: { sessionId: string }) => Promise<void>
}

const failuresPerDay = 20

/** Creates the limits of logins. */
export function createLoginLimits({
  context: { config, clock, log, metrics },
  counters,
  sealer,
}: {
  context: Pick<Context, 'config' | 'clock' | 'log' | 'metrics'>
  counters: Counters
  sealer: Pick<Sealer, 'mac'>
}): LoginLimits {
  const perNetwork = createNetworkLimits({ config })
  const budgets = createMailBudgets({ config })
  const work = createWork({ context: { clock }, sealer })
  const watch = createMailWatch({
    context: { config, clock, log, metrics },
    counters,
    projectLimit: budgets.projectLimit,
  })

  const usedWork = (id: string): Limit => ({ key: `work:${id}`, limit: 1, window: workSeconds + 60 })

  /** @returns the challenge that was solved; undefined where it was not, or was used: then another is asked for */
  const takeSolution = async (purpose: WorkPurpose, solution: WorkSolution) => {
    const read = work.read({ purpose, challenge: solution.challenge })
    if (!read || (await counters.count(usedWork(read.id))) > 0) return undefined
    if (await work.isSolved({ solution, bits: read.bits })) return read
    watch.work('wrong')
    // Guesses cost the server more than their sender: there is one for each challenge.
    await counters.consume([usedWork(read.id)]).catch(() => {})
    return undefined
  }

  const tellRefusal = async (projectId: string, limits: readonly MailLimit[]) => {
    for (const limit of limits) {
      if ((await counters.count(limit)) < limit.limit) continue
      watch.refused(limit.of)
      if (limit.of === 'project')
        log.warn({ projectId, limit: limit.limit }, 'A project sends as much mail as it may in an hour')
      return
    }
  }

  const failuresKey = (who: { email: string } | { deviceId: string }) =>
    'email' in who ? `code-failed:${normalizeEmail(who.email)}` : `code-failed-device:${who.deviceId}`

  return {
    sendMail: async ({ work: solution, ...request }) => {
      const { email, ip, projectId, starter = '' } = request
      const network = widerNetwork(ip) ?? networkOf(ip)
      const purpose = { projectId, mailbox: countedMailbox(email), jkt: starter, network }
      const limits = budgets.limitsOf(request)
      const solved = solution && (await takeSolution(purpose, solution))
      try {
        await counters.consume([...limits, ...(solved ? [usedWork(solved.id)] : [])], (counts) => {
          const bits = Math.max(...limits.map((limit, index) => limit.bits?.(counts[index] ?? 0) ?? 0))
          // The next step may have been reached while the browser worked.
          if (bits > (solved ? solved.bits + 1 : 0))
            throw new DemandRefusal('work_required', { work: work.ask({ purpose, bits }) })
          const place = limits.findIndex(({ of }) => of === 'project')
          watch.sent({ projectId, count: (counts[place] ?? 0) + 1, limit: budgets.projectLimit(projectId).limit })
        })
        if (solved) watch.work('solved')
      } catch (error) {
        if (error instanceof DemandRefusal) watch.work('asked')
        else if (error instanceof ServiceError) await tellRefusal(projectId, limits)
        throw error
      }
    },
    tryCode: async ({ ip }) => {
      const limits = perNetwork('code', ip, 100)
      if (limits.length > 0) await counters.consume(limits)
    },
    reserveFailure: async ({ who }) => {
      try {
        return await counters.consume([{ key: failuresKey(who), limit: failuresPerDay, window: day }])
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'rate_limited') return undefined
        throw error
      }
    },
    isLinkOnly: async ({ email }) =>
      (await counters.count({ key: failuresKey({ email }), window: day })) >= failuresPerDay,
    refresh: async ({ sessionId }) => {
      await counters.consume([{ key: `refresh:${sessionId}`, limit: 60, window: hour }])
    },
  }
}
