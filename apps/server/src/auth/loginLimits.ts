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

/** Limits against guessing codes and flooding mailboxes. */
export type LoginLimits = {
  /**
   * Counts one email against the limits of {@link createMailBudgets}. Strangers may have to do work.
   *
   * @param options.work solution of the challenge in an earlier refusal, of the device with the key `starter`
   * @throws LatchkeyError `email_cooldown`, `rate_limited`; `work_required` with a challenge
   */
  sendMail: (options: MailRequest & { work?: WorkSolution | undefined }) => Promise<void>
  /** Counts one try of a code or link from the network of an address: 100 per hour. @throws LatchkeyError `rate_limited` */
  tryCode: (options: { ip: string }) => Promise<void>
  /**
   * Counts a wrong code before the comparison, so that two concurrent guesses cannot share the last try: 20 per day.
   *
   * @param options.who an address at a login; the device after a login, so that neither strangers nor other logged-in users can use up its
   * tries
   * @returns a function that undoes the count of a right code; undefined if no guesses are left
   */
  reserveFailure: (options: {
    who: { email: string } | { deviceId: string }
  }) => Promise<{ undo: () => Promise<void> } | undefined>
  /** Returns whether the address had too many wrong codes today, so that only a link works. */
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

  /** @returns the solved challenge; undefined if the solution is wrong or was used, so that another one is required */
  const takeSolution = async (purpose: WorkPurpose, solution: WorkSolution) => {
    const read = work.read({ purpose, challenge: solution.challenge })
    if (!read || (await counters.count(usedWork(read.id))) > 0) return undefined
    if (await work.isSolved({ solution, bits: read.bits })) return read
    watch.work('wrong')
    // A guess costs the server more than its sender, so there is only one per challenge.
    await counters.consume([usedWork(read.id)]).catch(() => {})
    return undefined
  }

  const tellRefusal = async (projectId: string, limits: readonly MailLimit[]) => {
    for (const limit of limits) {
      if ((await counters.count(limit)) < limit.limit) continue
      watch.refused(limit.of)
      if (limit.of === 'project')
        log.warn({ projectId, limit: limit.limit }, 'A project reached its hourly email limit')
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
          // The required work may have risen while the browser computed.
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
