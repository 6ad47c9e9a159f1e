import { expect, test, vi } from 'vitest'
import { createSiteSiwx } from './createSiteSiwx.ts'

test('default: the server is asked with its cookie, for the project, once somebody is connected', async () => {
  const asked: [string, RequestInit | undefined][] = []
  const fetch = vi.fn(async (url: unknown, init?: RequestInit) => {
    asked.push([String(url), init])
    return Response.json({ sessions: [] })
  })
  const siwx = createSiteSiwx({
    ...{ apiUrl: 'http://localhost:7101', projectId: 'p'.repeat(32), required: true, asksOnConnect: false },
    fetch: fetch as typeof globalThis.fetch,
  })
  expect([siwx.getRequired?.(), siwx.asksOnConnect?.()]).toEqual([true, false])
  const stop = siwx.subscribe?.(() => undefined)
  expect(await siwx.getSessions({ chainId: 'eip155:1', address: `0x${'aa'.repeat(20)}` })).toEqual([])
  stop?.()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.[0]).toContain('/v1/siwx/sessions')
  expect(asked[0]?.[0]).toContain('p'.repeat(32))
  expect(asked[0]?.[1]?.credentials).toBe('include')
})
