import type { dependencySchema } from '@latchkey/protocol/api'
import type * as z from 'zod/mini'
import { withTimeout } from '../withTimeout.ts'
import type { HealthCheck } from './HealthCheck.ts'

/** How a dependency is. */
export type Dependency = z.infer<typeof dependencySchema>

/** Looks at everything that the server depends on; it answers within seconds, whatever hangs. */
export type DependencyReader = () => Promise<readonly Dependency[]>

/** Milliseconds after which a dependency counts as failed. */
const patience = 3_000

/** Creates what looks at all dependencies, in the order of the checks. Many who ask at once look once. */
export function createDependencyReader({ checks }: { checks: readonly HealthCheck[] }): DependencyReader {
  let looking: Promise<readonly Dependency[]> | undefined
  return () => {
    looking ??= Promise.all(checks.map(look)).finally(() => {
      looking = undefined
    })
    return looking
  }
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
