/** Nothing that the relay acknowledged is lost, whatever is killed. See bench/relay.md. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/freePort.mjs'
import { findPostgres, startPostgres } from '../../scripts/services/postgres.mjs'
import { findRedis, startRedis } from '../../scripts/services/redis.mjs'
import { runLoss } from './relay/runLoss.ts'
import { type RelayProcess, startRelayProcess } from './relay/startRelayProcess.ts'
import { type Figure, reportFigures } from './report.ts'

const messages = Number(process.env.LATCHKEY_LOSS_MESSAGES ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'latchkey-loss-'))
const running = new Set<{ stop: () => Promise<unknown> }>()
let failed = false

try {
  if (findRedis()) {
    const redis = await startRedis()
    running.add(redis)
    await measure({ kind: 'redis', name: 'two processes on Redis', store: redis.url, count: 2 })
  }
  if (findPostgres()) {
    const postgres = await startPostgres()
    running.add(postgres)
    await measure({ kind: 'postgres', name: 'one process on PostgreSQL', store: postgres.url, count: 1 })
  }
} finally {
  for (const part of [...running].toReversed()) await part.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

async function measure({
  kind,
  name,
  store,
  count,
}: {
  kind: 'redis' | 'postgres'
  name: string
  store: string
  count: number
}): Promise<void> {
  // Clients know the relay by one address, whichever process answers there.
  const processes = []
  let audience = ''
  for (let index = 0; index < count; index++) {
    const port = await freePort(0)
    let current: RelayProcess
    const start = async () => {
      current = await startRelayProcess({
        folder,
        name: `${name.replaceAll(' ', '-')}-${index}`,
        store,
        port,
        ...(audience ? { addresses: [audience] } : {}),
      })
      running.add(current)
      return current
    }
    const { url } = await start()
    audience ||= url
    processes.push({
      url,
      start,
      kill: async () => {
        const { pid, exited } = current
        process.kill(pid, 'SIGKILL')
        await exited
        running.delete(current)
      },
    })
  }
  const report = await runLoss({ processes, audience, messages })
  for (const part of [...running].slice(1)) if ('pid' in part && 'url' in part && 'exited' in part) await part.stop()
  const zero = (label: string, value: number, beside: string): Figure => ({
    name: label,
    value: String(value),
    beside: `${beside}, goal 0`,
    verdict: value === 0 ? 'reached' : 'missed',
  })
  const figures: Figure[] = [
    {
      name: 'acknowledged by the relay',
      value: String(report.acknowledged),
      beside: `of ${messages}, in ${report.seconds.toFixed(0)} s with ${report.kills} kills`,
      verdict: report.acknowledged >= messages ? 'reached' : 'missed',
    },
    {
      name: 'delivered',
      value: String(report.delivered),
      beside: `${report.expired} more were over before their subscriber came back`,
      verdict: 'no goal',
    },
    zero('lost', report.lost, 'acknowledged and never delivered'),
    zero('late', report.late, 'delivered after their time'),
    zero('out of order', report.disordered, 'on their topic'),
    {
      name: 'more than once',
      value: String(report.repeated),
      beside: 'allowed: clients drop what they know',
      verdict: 'no goal',
    },
  ]
  reportFigures({ name: `relayLoss-${kind}`, title: `Nothing lost: ${name}`, figures })
  if (figures.some(({ verdict }) => verdict === 'missed')) failed = true
}
