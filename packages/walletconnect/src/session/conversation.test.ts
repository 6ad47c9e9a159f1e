import { expect, test } from 'vitest'
import { agreed, appMetadata, asked, createTestPair, walletMetadata } from './testing/createTestPair.ts'

test('default', async () => {
  const pair = createTestPair()
  const { uri, approval, expiresAt } = await pair.app.pair({ optionalNamespaces: asked })
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  expect(expiresAt).toBe(pair.clock.environment.now() + 300_000)
  await pair.wallet.pair({ uri })
  await pair.settle()
  const [proposal] = pair.waiting('proposal')
  expect(proposal).toMatchObject({ peer: appMetadata, optionalNamespaces: asked, requiredNamespaces: {} })
  const theirs = await pair.wallet.approve({ id: proposal?.id ?? 0, namespaces: agreed })
  expect(pair.wallet.pending()).toStrictEqual([])
  await pair.settle()
  const { session, authentications } = await approval
  expect(authentications).toStrictEqual([])
  expect(session).toMatchObject({
    topic: theirs.topic,
    peer: walletMetadata,
    namespaces: agreed,
    optionalNamespaces: asked,
  })
  expect(pair.app.sessions()).toStrictEqual([session])
  expect(pair.wallet.sessions().map(({ topic }) => topic)).toStrictEqual([session.topic])

  const signature = pair.app.request({
    topic: session.topic,
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['0x00'],
  })
  await pair.settle()
  const [request] = pair.waiting('request')
  expect(request).toMatchObject({
    method: 'personal_sign',
    params: ['0x00'],
    chainId: 'eip155:1',
    topic: session.topic,
  })
  await pair.wallet.respond({ id: request?.id ?? 0, result: '0xsigned' })
  await pair.settle()
  expect(await signature).toBe('0xsigned')

  await pair.app.disconnect({ topic: session.topic })
  await pair.settle()
  expect([pair.app.sessions(), pair.wallet.sessions()]).toStrictEqual([[], []])
  expect(pair.heard.wallet.at(-1)).toMatchObject({ type: 'sessionDeleted', reason: { code: 6000 } })
})
