import { afterAll, expect, test } from 'vitest'
import { guardNetwork } from '../../testing/guardNetwork.ts'
import { until } from '../../testing/until.ts'
import { createTheirWallet } from './testing/createOracleClients.ts'
import { createOurApp } from './testing/createOurClients.ts'
import { connect, sign } from './testing/flows.ts'
import { forgiveTheirRejections } from './testing/forgiveTheirRejections.ts'
import { interopAccounts, interopChains, toInteropAccounts } from './testing/interopWorld.ts'
import { startWorld } from './testing/startWorld.ts'

const network = guardNetwork()
const endForgiving = forgiveTheirRejections()
afterAll(() => {
  network.release()
  endForgiving()
  expect(network.attempts).toStrictEqual([])
})

const [chainId] = interopChains
const params = ['0x6869', interopAccounts[0]?.address]

test.concurrent('behavior: a wallet answers while the page of the app is closed', async (context) => {
  const { own, keep } = await startWorld(context)
  const app = keep(await createOurApp(own))
  const wallet = keep(await createTheirWallet('walletkit 1.2.10', own))
  const { uri } = await app.propose()
  await app.stop()
  await wallet.pair(uri)
  await until(() => wallet.sessions().length === 1)

  await app.start()
  const resumed = await app.client().resume({ uri })
  const { session } = (await resumed?.approval) ?? {}
  expect(session?.namespaces.eip155?.accounts).toStrictEqual(toInteropAccounts(0))
  await sign({ app }, session?.topic ?? '', 'after the page was loaded again')
})

test.concurrent('behavior: an answer that came while the page was closed is delivered, and the request is not repeated', async (context) => {
  const { own, keep } = await startWorld(context)
  const app = keep(await createOurApp(own))
  const wallet = keep(await createTheirWallet('walletkit 1.2.10', own))
  const { topic } = await connect({ app, wallet })
  const ask = () =>
    app.client().request({ topic, chainId, method: 'personal_sign', params, idempotencyKey: 'one signature' })
  const asked = ask().catch(() => 'the page was closed')
  await until(() => wallet.requests() === 1)
  await app.stop()
  expect(['the page was closed', expect.stringMatching(/^0x/)]).toContainEqual(await asked)

  await app.start()
  expect(await ask()).toMatch(/^0x[0-9a-f]{130}$/)
  expect(wallet.requests()).toBe(1)
})

test.concurrent('behavior: if two wallets use one code, the first gets the WalletConnect session', async (context) => {
  const { own, keep } = await startWorld(context)
  const app = keep(await createOurApp(own))
  const first = keep(await createTheirWallet('walletkit 1.2.10', own))
  const second = keep(await createTheirWallet('walletkit 1.2.10', own))
  const { uri, approval } = await app.propose()
  await first.pair(uri)
  const { topic } = await approval
  await second.pair(uri).catch(() => undefined)
  await sign({ app }, topic, 'for the first')
  expect(
    app
      .client()
      .sessions()
      .map((session) => session.topic),
  ).toStrictEqual([topic])
  await until(() => second.sessions().length === 0)
})
