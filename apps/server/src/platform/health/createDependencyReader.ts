import type { dependencySchema } from '@latchkey/protocol/api'
import type * as z from 'zod/mini'
import { withTimeout } from '../withTimeout.ts'
import type { HealthCheck } from './HealthCheck.ts'

/** State of a dependency. */
export type Dependency = z.infer<typeof dependencySchema>

/** All dependencies, and whether every needed one answers. */
export type Readiness = { dependencies: readonly Dependency[]; isReady: boolean }

/** Checks all dependencies of the server. Answers within seconds, even if a dependency hangs. */
export type DependencyReader = () => Promise<Readiness>

/** Milliseconds after which a dependency counts as failed. */
const patience = 3_000

/** Creates the reader of all dependencies, in the order of the checks. Concurrent calls share one run. */
export function createDependencyReader({ checks }: { checks: readonly HealthCheck[] }): DependencyReader {
  let looking: Promise<Readiness> | undefined
  return () => {
    looking ??= lookAt([...checks]).finally(() => {
      looking = undefined
    })
    return looking
  }
}

async function lookAt(checks: readonly HealthCheck[]): Promise<Readiness> {
  const dependencies = await Promise.all(checks.map(look))
  const isReady = checks.every(({ isNeeded = true }, index) => !isNeeded || dependencies[index]?.status === 'ok')
  return { dependencies, isReady }
}

async function look({ name, check }: HealthCheck): Promise<Dependency> {
  const start = performance.now()
  const elapsed = () => rounded(performance.now() - start)
  try {
    const answer = await withTimeout(check(), patience, () => new Error(`No answer within ${patience} ms`))
    const detail = typeof answer === 'object' && answer && 'detail' in answer ? String(answer.detail) : null
    return { name, status: 'ok', latency: typeof answer === 'number' ? rounded(answer) : elapsed(), detail }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name, status: 'failed', latency: elapsed(), detail }
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
