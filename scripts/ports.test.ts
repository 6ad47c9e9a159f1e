import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startChild } from './lib/child.mjs'
import { reservePort } from './lib/reservePort.mjs'
import { startOnFreePorts } from './lib/startOnFreePorts.mjs'

const open: { close: () => unknown }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** Listens as a program that knows nothing of us. @returns undefined where that is refused */
async function listen({ port = 0, host = '127.0.0.1' }: { port?: number; host?: string }): Promise<number | undefined> {
  const server: Server = createServer()
  const bound = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => resolve(true))
  })
  if (!bound) return undefined
  open.push(server)
  return (server.address() as { port: number }).port
}

test('behavior: the starter holds a reserved port, so that no other program gets it before its part', async () => {
  const { port, release } = await reservePort(0)
  expect(await listen({ port })).toBe(undefined)
  await release()
  expect(await listen({ port })).toBe(port)
})

test('behavior: a port that is taken on one address of localhost is skipped', async () => {
  const port = await listen({ host: '::1' })
  if (port === undefined) return // no IPv6 here: the case cannot arise
  const reserved = await reservePort(port)
  open.push({ close: reserved.release })
  expect(reserved.port).toBeGreaterThan(port)
})

test('behavior: a part whose port is taken at the last moment starts on another one', async () => {
  const first = await listen({})
  const chosen: (number | undefined)[] = []
  const stopped: string[] = []
  let turn = 0
  const outcome = await startOnFreePorts({
    // First the port that another process took since, then a free one.
    choose: async () => {
      const { port, release } = turn++ === 0 ? { port: first ?? 0, release: async () => {} } : await reservePort(0)
      return { ports: { site: port }, wanted: { site: { name: 'the site', port: first ?? 0 } }, release }
    },
    start: async ({ ports, release }) => {
      chosen.push(ports.site)
      await release(['site'])
      const child = startChild({
        name: 'demo phone',
        file: 'apps/phone/serve.ts',
        env: { PORT: ports.site ?? 0, LATCHKEY_PHONE_BUILT: 'apps/phone' },
        logFile: join(tmpdir(), `latchkey-ports-${process.pid}.log`),
      })
      open.push({ close: child.stop })
      return child.ready
    },
    stop: async () => {
      stopped.push('all')
    },
  })
  expect(chosen).toHaveLength(2)
  expect(stopped).toEqual(['all'])
  expect(outcome).toMatchObject({ url: `http://localhost:${chosen[1]}`, ports: { site: chosen[1] } })
})

test('behavior: any other failure of a part is reported and not retried', async () => {
  let starts = 0
  const outcome = startOnFreePorts({
    choose: async () => ({ ports: {}, wanted: {}, release: async () => {} }),
    start: async () => {
      starts++
      throw new Error('The site ended')
    },
    stop: async () => {},
  })
  await expect(outcome).rejects.toThrow('The site ended')
  expect(starts).toBe(1)
})
