import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardNetwork } from '../../../testing/guardNetwork.ts'
import { startTestRelay, type TestRelay } from '../../testing/startTestRelay.ts'
import { end, type InteropPair, pingBothWays, runFlows, sign } from './flows.ts'
import { forgiveTheirRejections } from './forgiveTheirRejections.ts'
import type { InteropApp, InteropWallet } from './Interop.ts'

/** Create the two sides of a pair. */
export type PairMakers = {
  app: (relay: TestRelay) => Promise<InteropApp>
  wallet: (relay: TestRelay) => Promise<InteropWallet>
}

/**
 * Runs every flow with all pairs of app and wallet concurrently, over one relay of ours. Then restarts the relay during the connections.
 * Also checks that the clients only contact the relay.
 */
export function describePairs(pairs: Readonly<Record<string, PairMakers>>): void {
  const network = guardNetwork()
  const endForgiving = forgiveTheirRejections()
  const names = Object.keys(pairs)
  const sessions = new Map<string, InteropPair & { topic: string }>()
  const clients = new Set<InteropApp | InteropWallet>()
  let relay: TestRelay

  beforeAll(async () => {
    relay = await startTestRelay()
  })
  afterAll(async () => {
    await Promise.all([...clients].map((client) => client.stop()))
    await relay?.stop()
    network.release()
    endForgiving()
  })

  describe('every flow', () => {
    test.concurrent.each(names)('default: %s', { timeout: 120_000 }, async (name) => {
      const makers = pairs[name]
      if (!makers) return
      const [app, wallet] = await Promise.all([makers.app(relay), makers.wallet(relay)])
      clients.add(app).add(wallet)
      const { topic } = await runFlows({ app, wallet })
      sessions.set(name, { app, wallet, topic })
    })
  })

  const sessionOf = (name: string) => {
    const session = sessions.get(name)
    if (!session) throw new Error('The earlier flows left no session')
    return session
  }

  /** Restarts the clients that do not reconnect automatically. */
  const reload = async () => {
    const lost = [...clients].filter(({ survivesOutages }) => !survivesOutages)
    await Promise.all(lost.map((client) => client.stop()))
    await Promise.all(lost.map((client) => client.start()))
  }

  describe('after a restart of the relay', () => {
    beforeAll(async () => {
      await relay.restart()
      await reload()
    })

    test.concurrent.each(names)('behavior: the session continues: %s', async (name) => {
      const session = sessionOf(name)
      await sign(session, session.topic, 'after the restart')
      await pingBothWays(session, session.topic)
    })
  })

  describe('after the relay died', () => {
    const asked = new Map<string, Promise<unknown>>()
    beforeAll(async () => {
      await relay.kill()
      for (const [name, session] of sessions) {
        if (!session.app.survivesOutages) continue
        const outcome = sign(session, session.topic, 'asked while there was no relay').then(
          () => 'signed',
          (error: unknown) => error,
        )
        asked.set(name, outcome)
      }
      await relay.restart()
      await reload()
    })

    test.concurrent.each(names)('behavior: requests from that time are answered: %s', async (name) => {
      const session = sessionOf(name)
      const outcome = asked.get(name)
      if (outcome) expect(await outcome).toBe('signed')
      else await sign(session, session.topic, 'asked after the outage')
      await end(session, session.topic, 'wallet')
    })
  })

  test('behavior: no other host was contacted', () => {
    expect(network.attempts).toStrictEqual([])
  })
}
