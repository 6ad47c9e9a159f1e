import { afterAll, expect, test } from 'vitest'
import { guardNetwork } from '../../testing/guardNetwork.ts'
import { until } from '../../testing/until.ts'
import type { TestRelay } from '../testing/startTestRelay.ts'
import { createTheirWallet } from './testing/createOracleClients.ts'
import { createOurApp, createOurWallet } from './testing/createOurClients.ts'
import { connect, end, pingBothWays, sign } from './testing/flows.ts'
import { forgiveTheirRejections } from './testing/forgiveTheirRejections.ts'
import { startWorld } from './testing/startWorld.ts'

const network = guardNetwork()
const endForgiving = forgiveTheirRejections()
afterAll(() => {
  network.release()
  endForgiving()
  expect(network.attempts).toStrictEqual([])
})

const isConnected = (client: { relays: () => readonly { url: string; status: string }[] }, relay: TestRelay) =>
  client.relays().some(({ url, status }) => url === relay.url && status === 'connected')

test.concurrent('default: a wallet that knows one of the two relays', async (context) => {
  const { own, other, keep } = await startWorld(context)
  const app = keep(await createOurApp(own, other))
  const wallet = keep(await createTheirWallet('walletkit 1.2.10', own))
  const { topic } = await connect({ app, wallet })
  expect(app.client().sessions()[0]?.relays).toStrictEqual([own.url])
  await sign({ app }, topic, 'over the one relay')
  // The relay that the wallet does not know can go down and come back.
  await other.kill()
  await sign({ app }, topic, 'while the other is down')
  await other.restart()
  await pingBothWays({ app, wallet }, topic)
  await end({ app, wallet }, topic, 'wallet')
})

test.concurrent('behavior: a relay that is down from the start does not matter', async (context) => {
  const { own, other, keep } = await startWorld(context)
  await own.kill()
  const app = keep(await createOurApp(own, other))
  const wallet = keep(await createTheirWallet('walletkit 1.2.10', other))
  const { topic } = await connect({ app, wallet })
  await sign({ app }, topic, 'over the relay that is there')
  await end({ app, wallet }, topic, 'app')
})

test.concurrent('behavior: if both sides know two relays, either can go down', async (context) => {
  const { own, other, keep } = await startWorld(context)
  const app = keep(await createOurApp(own, other))
  const wallet = keep(await createOurWallet(own, other))
  const { topic } = await connect({ app, wallet })
  await own.kill()
  await sign({ app }, topic, 'over the other relay')
  await pingBothWays({ app, wallet }, topic)
  await own.restart()
  await until(() => isConnected(app.client(), own) && isConnected(wallet.client(), own))
  await other.kill()
  await sign({ app }, topic, 'over the first relay')
  await pingBothWays({ app, wallet }, topic)
  await end({ app, wallet }, topic, 'wallet')
})

test.concurrent('behavior: one side can lose a relay', async (context) => {
  const { own, other, keep } = await startWorld(context)
  const app = keep(await createOurApp(own, other))
  const wallet = keep(await createOurWallet(other, own))
  await other.kill()
  const { topic } = await connect({ app, wallet })
  expect(app.client().sessions()[0]?.relays).toStrictEqual([own.url])
  await other.restart()
  await own.kill()
  // The wallet never sent anything there, but it listens.
  await sign({ app }, topic, 'over a relay where the wallet was never heard')
  await own.restart()
  await pingBothWays({ app, wallet }, topic)
})

test.concurrent('behavior: a request waits while the only relay of the wallet is down', async (context) => {
  const { own, other, keep } = await startWorld(context)
  const app = keep(await createOurApp(own, other))
  const wallet = keep(await createTheirWallet('walletkit 1.2.10', own))
  const { topic } = await connect({ app, wallet })
  await own.kill()
  const signing = sign({ app }, topic, 'asked while the relay was down')
  const outcome = signing.then(
    () => 'signed',
    (error: unknown) => error,
  )
  await own.restart()
  expect(await outcome).toBe('signed')
})
