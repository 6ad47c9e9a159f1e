import { Counter, Gauge } from 'prom-client'
import type { Context } from '../platform/context.ts'
import type { Counters, Limit } from './createCounters.ts'
import type { MailLimit } from './createMailBudgets.ts'

/** Shares of a limit that are logged when they are exceeded. */
const shares = [0.8, 0.5]
const hour = 3_600_000

/** Monitors the limits of emails. */
export type MailWatch = {
  /** Reports the emails of a project in the last hour, including the current one. */
  sent: (options: { projectId: string; count: number; limit: number }) => void
  refused: (of: MailLimit['of']) => void
  work: (outcome: 'asked' | 'solved' | 'wrong') => void
}

/**
 * Creates the metrics and log lines that warn an operator before a limit of emails is reached.
 *
 * @param options.projectLimit returns the total limit of a project
 */
export function createMailWatch({
  context: { config, clock, log, metrics },
  counters,
  projectLimit,
}: {
  context: Pick<Context, 'config' | 'clock' | 'log' | 'metrics'>
  counters: Counters
  projectLimit: (projectId: string) => Limit
}): MailWatch {
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    (metrics.getSingleMetric(name) as Counter<Label> | undefined) ??
    new Counter({ name, help, labelNames: [label], registers: [metrics] })
  const refused = counter(
    'latchkey_mail_refused_total',
    'Mails that were refused, by the budget that was used up',
    'of',
  )
  const work = counter(
    'latchkey_mail_work_total',
    'Work that was asked of browsers before a mail, by outcome',
    'outcome',
  )
  const name = 'latchkey_mail_budget_used'
  if (!metrics.getSingleMetric(name)) {
    new Gauge({
      name,
      help: 'Share of the mails of a project that were sent in the last hour',
      labelNames: ['project'],
      registers: [metrics],
      async collect() {
        for (const { id } of config.projects) {
          const { key, limit, window } = projectLimit(id)
          const count = await counters.count({ key, window }).catch(() => Number.NaN)
          this.set({ project: id }, count / limit)
        }
      },
    })
  }
  /** Time of the last log line about a share of a project's limit, in Unix milliseconds. */
  const told = new Map<string, number>()
  return {
    sent: ({ projectId, count, limit }) => {
      const share = shares.find((each) => count >= each * limit)
      if (share === undefined) return
      const now = clock.now()
      if (now - (told.get(`${projectId} ${share}`) ?? Number.NEGATIVE_INFINITY) < hour) return
      told.set(`${projectId} ${share}`, now)
      log.warn({ projectId, count, limit }, `A project has used ${share * 100} percent of its hourly email limit`)
    },
    refused: (of) => refused.inc({ of }),
    work: (outcome) => work.inc({ outcome }),
  }
}
