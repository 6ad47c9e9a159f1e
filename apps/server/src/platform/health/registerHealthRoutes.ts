import { getHealth, getReady } from '@latchkey/protocol/api'
import type { App } from '../http/App.ts'
import { registerEndpoint } from '../http/registerEndpoint.ts'
import type { DependencyReader } from './createDependencyReader.ts'

/** Registers `/health` (the process is alive) and `/ready` (all needed dependencies answer, else 503). */
export function registerHealthRoutes({
  app,
  version,
  readDependencies,
}: {
  app: App
  version: string
  readDependencies: DependencyReader
}): void {
  const health = Object.freeze({ status: 'ok' as const, version })
  registerEndpoint(app, getHealth, () => health)

  registerEndpoint(app, getReady, async (_input, { status }) => {
    const { dependencies, isReady } = await readDependencies()
    if (!isReady) status(503)
    return { status: isReady ? ('ready' as const) : ('not_ready' as const), dependencies: [...dependencies] }
  })
}
