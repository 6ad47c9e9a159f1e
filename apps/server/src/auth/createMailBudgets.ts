import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { widerNetwork } from '../platform/http/widerNetwork.ts'
import { countedMailbox } from './countedMailbox.ts'
import type { Limit } from './createCounters.ts'
import { isLocalWallet, networkOf } from './createNetworkLimits.ts'

const hour = 3600
const day = 24 * hour

/** Seconds between two mails to one address. */
export const cooldownSeconds = 30

/** Zero bits of the first work that is asked for: about a second of a phone. */
const firstBits = 6
/** More is never asked for: about sixteen seconds of a phone. */
const mostBits = 10

/** What a mail counts against, and the work that goes with it. */
export type MailLimit = Limit & {
  /** What it bounds, for the metrics. */
  of: 'mailbox' | 'device' | 'network' | 'project'
  /** Zero bits of the work that is asked for when so many count already; 0 for none. */
  bits?: (count: number) => number
}

/** One mail that somebody asks for. */
export type MailRequest = {
  email: string
  ip: string
  projectId: string
  /** The key of the device that begins a login. */
  starter?: string | undefined
  /** Whether it is known whose account asks: by a session, or by the key of a device that the address used before. */
  isKnown: boolean
  /** Whether the mailbox is that account's own. */
  isOwnMailbox: boolean
}

/** Tells what mails count against. */
export type MailBudgets = {
  limitsOf: (request: MailRequest) => MailLimit[]
  /** The whole budget of a project, for what watches it. */
  projectLimit: (projectId: string) => Limit
}

/**
 * Creates the budgets of mails in an hour. A fifth of a project's is for known accounts alone, and their networks are counted apart, so that
 * strangers cannot use up what somebody needs to confirm an action. Strangers are asked for work before they meet a wall: an IPv4 /24 may be
 * thousands of people behind one provider.
 */
export function createMailBudgets({ config }: { config: Pick<ServerConfig, 'wallet' | 'limits'> }): MailBudgets {
  const isLocal = isLocalWallet(config)
  const total = config.limits.mailsPerHour
  const forStrangers = Math.ceil(total * 0.8)
  const projectLimit = (projectId: string): Limit => ({ key: `mail-project:${projectId}`, limit: total, window: hour })

  /** From so many on, one bit more each time that the count doubles. */
  const doubling = (from: number) => (count: number) =>
    count < from ? 0 : Math.min(mostBits, firstBits + Math.floor(Math.log2(count / from)))
  /** From half of the budget on, up to the most at its end. */
  const rising = (limit: number) => (count: number) => {
    const share = (count / limit - 0.5) * 2
    return share < 0 ? 0 : Math.min(mostBits, firstBits + Math.floor(share * (mostBits - firstBits + 1)))
  }

  const networkLimits = ({ ip, isKnown }: MailRequest): MailLimit[] => {
    if (isLocal) return []
    const wider = widerNetwork(ip)
    const name = isKnown ? 'mail-known-network' : 'mail-network'
    const count = (network: string, limit: number, from: number): MailLimit => ({
      of: 'network',
      key: `${name}:${network}`,
      limit,
      window: hour,
      ...(isKnown ? {} : { bits: doubling(from) }),
    })
    return wider ? [count(ip, 20, 10), count(wider, 100, 30)] : [count(networkOf(ip), 200, 10)]
  }

  return {
    projectLimit,
    limitsOf: (request) => {
      const { email, projectId, starter, isKnown, isOwnMailbox } = request
      const key = `mail:${countedMailbox(email)}`
      const code = 'email_cooldown'
      // What strangers ask for leaves the owner some.
      const [perHour, perDay] = isKnown && isOwnMailbox ? [8, 15] : [5, 10]
      return [
        { of: 'mailbox', key, limit: 1, window: cooldownSeconds, code },
        { of: 'mailbox', key, limit: perHour, window: hour, code },
        { of: 'mailbox', key, limit: perDay, window: day, code },
        ...(starter ? [{ of: 'device' as const, key: `start:${starter}`, limit: 10, window: hour }] : []),
        ...networkLimits(request),
        isKnown
          ? { of: 'project', ...projectLimit(projectId) }
          : { of: 'project', ...projectLimit(projectId), limit: forStrangers, bits: rising(forStrangers) },
      ]
    },
  }
}
