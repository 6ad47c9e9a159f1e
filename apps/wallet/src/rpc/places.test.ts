import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { answerChain } from './testing/answerChain.ts'
import { receiver, sign, signedIn } from './testing/askFrame.ts'

const { setup } = createFrameTests({ afterEach })

describe('where the visitor decides', () => {
  test('behavior: threat 15: an engine that cannot prove visibility: a click on the card decides nothing, the window does', async () => {
    const world = setup({ canProve: false })
    const { host, address } = await signedIn(world)
    const signature = sign(host, address)
    expect(await host.card('approve', ({ state }) => state === 'ready')).toMatchObject({ place: 'window' })
    host.frame.actions.approve()
    expect(host.frame.card.getState()).toMatchObject({ state: 'ready' })
    host.frame.actions.openWindow('approve')
    expect(host.frame.card.getState()).toMatchObject({ state: 'inWindow' })
    expect(host.windows.map(({ path }) => path)).toStrictEqual(['/w/approve'])
    host.frame.actions.reject()
    await expect(signature).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  })

  test('behavior: threats 3 and 12: moving money is not left to a card that a page could make invisible', async () => {
    const world = setup()
    world.server.settings.cardApprovals = 'messages'
    const { host, address } = await signedIn(world)
    const sent = answerChain(world.server)
    const hash = host.ask('rpc', {
      method: 'eth_sendTransaction',
      params: [{ from: address, to: receiver, value: '0x1' }],
    })
    expect(await host.card('approve', ({ state }) => state === 'ready')).toMatchObject({
      place: 'window',
      windowReason: 'value',
    })
    host.frame.actions.approve()
    expect(host.frame.card.getState()).toMatchObject({ state: 'ready' })
    host.frame.actions.reject()
    await expect(hash).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    expect(sent).toStrictEqual([])

    const signature = sign(host, address)
    expect(await host.card('approve', ({ state }) => state === 'ready')).toBeDefined()
    host.frame.actions.reject()
    await expect(signature).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    const plain = host.ask('rpc', { method: 'personal_sign', params: ['0x6c6f67', address] })
    expect(await host.card('approve', ({ state }) => state === 'ready')).toMatchObject({ place: 'card' })
    host.frame.actions.approve()
    expect(await plain).toMatch(/^0x[0-9a-f]{130}$/)
  })
})
