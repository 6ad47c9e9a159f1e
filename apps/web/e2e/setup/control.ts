import { createServer } from 'node:http'
import { readWorld } from './World.ts'

/** What tests may do to the world. */
export type ControlAction = 'stop-server' | 'start-server' | 'trade'

/** Lets the workers, which are other processes, act on the world that the global setup holds. */
export async function serveControl(actions: Record<ControlAction, () => Promise<void>>) {
  const known: Partial<Record<string, () => Promise<void>>> = actions
  const server = createServer(async (request, response) => {
    const action = known[request.url?.slice(1) ?? '']
    try {
      await action?.()
      response.statusCode = action ? 204 : 404
    } catch (error) {
      response.statusCode = 500
      response.write(String(error))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The control server has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

/** Acts on the world from a test. */
export async function control(action: ControlAction) {
  const response = await fetch(`${readWorld().control}/${action}`, { method: 'POST' })
  if (!response.ok) throw new Error(`${action} failed: ${await response.text()}`)
}
