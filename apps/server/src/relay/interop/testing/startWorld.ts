import type { TestContext } from 'vitest'
import { startTestRelay, type TestRelay } from '../../testing/startTestRelay.ts'
import type { InteropClient } from './Interop.ts'

/** Two independent relays, and the clients on them. All stop at the end of the test. */
export type World = { own: TestRelay; other: TestRelay; keep: <Client extends InteropClient>(client: Client) => Client }

/** Starts two relays for one test. */
export async function startWorld({ onTestFinished }: TestContext): Promise<World> {
  const clients: InteropClient[] = []
  const [own, other] = await Promise.all([startTestRelay(), startTestRelay()])
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.stop()))
    await Promise.all([own.stop(), other.stop()])
  })
  const keep = <Client extends InteropClient>(client: Client): Client => {
    clients.push(client)
    return client
  }
  return { own, other, keep }
}
