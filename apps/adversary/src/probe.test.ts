import { test } from 'vitest'
import { attackers } from './attackers.ts'
import { printCounts, runAttacks } from './runs/runAttacks.ts'

test('probe', async () => {
  for (const { name } of attackers) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue
    const t = performance.now()
    const cpu = process.cpuUsage()
    const counts = await runAttacks({
      names: [name],
      runs: Number(process.env.RUNS ?? 300),
      seed: process.env.SEED ?? 'one',
    })
    console.log(printCounts(counts))
    const { user, system } = process.cpuUsage(cpu)
    console.log(
      'cpu per run',
      ((user + system) / 1000 / (counts[0]?.runs ?? 1)).toFixed(1),
      'ms per run',
      ((performance.now() - t) / (counts[0]?.runs ?? 1)).toFixed(1),
    )
  }
})
