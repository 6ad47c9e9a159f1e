import { getHealth, getReady } from '@latchkey/protocol/api'
import type { App } from '../http/App.ts'
import { registerEndpoint } from '../http/registerEndpoint.ts'
import type { HealthCheck } from './HealthCheck.ts'

/** Milliseconds after which a dependency counts as failed. */
const patience = 3_000

/** Registers `/health` (the process is alive) and `/ready` (everything it depends on answers; 503 when something does not). */
export function registerHealthRoutes({
  app,
  version,
  checks,
}: {
  app: App
  version: string
  checks: readonly HealthCheck[]
}): void {
  const health = Object.freeze({ status: 'ok' as const, version })
  registerEndpoint(app, getHealth, () => health)

  // Many probes at once look once.
  let looking: Promise<Awaited<ReturnType<typeof look>>[]> | undefined
  registerEndpoint(app, getReady, async (_input, { status }) => {
    looking ??= Promise.all(checks.map(look)).finally(() => {
      looking = undefined
    })
    const dependencies = await looking
    const isReady = dependencies.every((dependency) => dependency.status === 'ok')
    if (!isReady) status(503)
    return { status: isReady ? ('ready' as const) : ('not_ready' as const), dependencies }
  })
}

async function look({ name, check }: HealthCheck) {
  const start = performance.now()
  const elapsed = () => rounded(performance.now() - start)
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${patience} ms`)), patience)
    })
    const latency = await Promise.race([check(), late])
    return {
      name,
      status: 'ok' as const,
      latency: typeof latency === 'number' ? rounded(latency) : elapsed(),
      detail: null,
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name, status: 'failed' as const, latency: elapsed(), detail }
  } finally {
    clearTimeout(timer)
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
