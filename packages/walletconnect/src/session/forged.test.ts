import { expect, test } from 'vitest'
import { createRawPeer } from './testing/createRawPeer.ts'
import { address, agreed, asked, createTestPair } from './testing/createTestPair.ts'

const ask = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', address] }

/** An app with a session with each of two wallets that violate the protocol. */
async function connectTwo() {
  const pair = createTestPair()
  const connect = async (name: string) => {
    const peer = await createRawPeer(pair, name)
    const { uri, approval } = await pair.app.pair({ optionalNamespaces: asked })
    const wallet = await peer.takeCode(uri)
    wallet.respond()
    wallet.settle({ namespaces: agreed })
    await pair.settle()
    return { peer, wallet, topic: (await approval).session.topic }
  }
  return { pair, one: await connect('one'), other: await connect('other') }
}

test('behavior: threat 74: only the wallet with the request can answer it, under any seal and any name', async () => {
  const { pair, one, other } = await connectTwo()
  const signing = pair.app.request({ topic: one.topic, ...ask })
  await pair.settle()
  const id = one.peer.requests('wc_sessionRequest')[0]?.id ?? 0
  // An attacker at the relay knows topics and times, but no keys.
  const forger = await createRawPeer(pair, 'relay')
  const seals = [
    { symKey: '1'.repeat(64) },
    { symKey: '1'.repeat(64), senderPublicKey: one.wallet.publicKey },
    { symKey: other.wallet.sessionKey },
    { symKey: other.wallet.sessionKey, senderPublicKey: one.wallet.publicKey },
  ]
  for (const seal of seals) {
    forger.send(one.topic, { id, result: '0xforged' }, seal)
    forger.send(one.topic, { method: 'wc_sessionDelete', params: { code: 6000, message: 'Bye' } }, seal)
  }
  // The other wallet knows the ID: IDs are not secret.
  other.peer.send(other.topic, { id, result: '0xforged' })
  other.peer.send(other.topic, { id, error: { code: 4001, message: 'No' } })
  await pair.settle()
  one.peer.send(one.topic, { id, result: '0xsigned' })
  await pair.settle()
  expect(await signing).toBe('0xsigned')
  expect(pair.app.sessions()).toHaveLength(2)
})

test('behavior: threat 74: messages of an ended session bring nothing back', async () => {
  const { pair, one } = await connectTwo()
  one.peer.send(one.topic, { method: 'wc_sessionDelete', params: { code: 6000, message: 'Bye' } })
  await pair.settle()
  expect(pair.app.sessions()).toHaveLength(1)
  const settlement = one.wallet.settle({ namespaces: agreed })
  one.wallet.respond()
  one.peer.send(one.topic, { method: 'wc_sessionUpdate', params: { namespaces: agreed } })
  await pair.settle()
  expect(pair.app.sessions()).toHaveLength(1)
  expect(one.peer.answerTo(settlement)).toBeUndefined()
})

test('behavior: a request that is repeated in another envelope takes effect once, however many came before it', async () => {
  const { pair, one } = await connectTwo()
  const ping = { method: 'wc_sessionPing', params: {} }
  for (let count = 0; count < 100; count++) one.peer.send(one.topic, ping)
  const id = one.peer.send(one.topic, ping)
  one.peer.send(one.topic, { ...ping, id })
  await pair.settle()
  expect(one.peer.heard.filter((payload) => payload.id === id && !payload.method)).toHaveLength(1)
})
