import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { widerNetwork } from '../platform/http/widerNetwork.ts'
import { countedMailbox } from './countedMailbox.ts'
import type { Limit } from './createCounters.ts'
import { isLocalWallet, networkOf } from './createNetworkLimits.ts'

const hour = 3600
const day = 24 * hour

/** Seconds between two emails to one address. */
export const cooldownSeconds = 30

/** Zero bits of the first work: about a second on a phone. */
const firstBits = 6
/** Maximum of zero bits: about sixteen seconds on a phone. */
const mostBits = 10

/** A limit for emails, with its required work. */
export type MailLimit = Limit & {
  /** Scope of the limit, for the metrics. */
  of: 'mailbox' | 'device' | 'network' | 'project'
  /** Returns the zero bits of the required work for a count; 0 for none. */
  bits?: (count: number) => number
}

/** A request to send one email. */
export type MailRequest = {
  email: string
  ip: string
  projectId: string
  /** Key of the device that starts a login. */
  starter?: string | undefined
  /** Whether the account of the caller is known: by a login, or by the key of a device that the address used before. */
  isKnown: boolean
  /** Whether the mailbox belongs to that account. */
  isOwnMailbox: boolean
}

/** Returns the limits of emails. */
export type MailBudgets = {
  limitsOf: (request: MailRequest) => MailLimit[]
  /** Returns the total limit of a project, for monitoring. */
  projectLimit: (projectId: string) => Limit
}

/**
 * Creates the limits of emails per hour. A fifth of a project's limit is reserved for known accounts. Their networks are counted
 * separately, so that strangers cannot use up the emails that a user needs to confirm an action. Strangers must do work before they reach a
 * limit, because an IPv4 /24 can have thousands of people behind one provider.
 */
export function createMailBudgets({ config }: { config: Pick<ServerConfig, 'wallet' | 'limits'> }): MailBudgets {
  const isLocal = isLocalWallet(config)
  const total = config.limits.mailsPerHour
  const forStrangers = Math.ceil(total * 0.8)
  const projectLimit = (projectId: string): Limit => ({ key: `mail-project:${projectId}`, limit: total, window: hour })

  /** Above `from`, each doubling of the count adds one bit. */
  const doubling = (from: number) => (count: number) =>
    count < from ? 0 : Math.min(mostBits, firstBits + Math.floor(Math.log2(count / from)))
  /** Starts at half of the limit, and rises to the maximum at its end. */
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
      // Strangers cannot use up all emails of the owner.
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
