import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { answerChain } from './testing/answerChain.ts'

const { setup } = createFrameTests({ afterEach })
type World = ReturnType<typeof setup>
type Host = ReturnType<World['open']>

const receiver = '0x000000000000000000000000000000000000dEaD'
const signedIn = async (world: World) => {
  const host = world.open()
  const { address } = (await host.signIn()) as { address: `0x${string}` }
  return { host, address }
}
const anybody = `0x${'00'.repeat(20)}`
const sign = (host: Host, address = anybody) => host.ask('rpc', { method: 'personal_sign', params: ['0x00', address] })

describe('where a person decides', () => {
  test('behavior: threat 15: an engine that cannot tell what is seen: a click on the card decides nothing, the window does', async () => {
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

  test('behavior: threats 3 and 12: what moves money is not left to a card that a page could make invisible', async () => {
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
